package dev.cobnut.orders.api;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// Settings of the HTTP API.
///
/// @param bodyMax largest body of a request, from 1KB to 16MB; an order with all its 100 lines has
///   about 40 KB
/// @param inFlightMax most requests in the service at once, from 1 to 65536; more are answered 503
@ConfigurationProperties("cobnut.http")
record ApiSettings(@DefaultValue("256KB") DataSize bodyMax, @DefaultValue("512") int inFlightMax) {

    private static final DataSize SMALLEST = DataSize.ofKilobytes(1);
    private static final DataSize LARGEST = DataSize.ofMegabytes(16);
    private static final int IN_FLIGHT_LARGEST = 65_536;

    ApiSettings {
        if (bodyMax.compareTo(SMALLEST) < 0 || bodyMax.compareTo(LARGEST) > 0) {
            throw new IllegalArgumentException(
                    "cobnut.http.body-max must be from 1KB to 16MB, but is " + bodyMax);
        }
        if (inFlightMax < 1 || inFlightMax > IN_FLIGHT_LARGEST) {
            throw new IllegalArgumentException(
                    "cobnut.http.in-flight-max must be from 1 to %d, but is %d"
                            .formatted(IN_FLIGHT_LARGEST, inFlightMax));
        }
    }
}
