package dev.cobnut.orders.api;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// Settings of the HTTP API.
///
/// @param bodyMax largest body of a request, from 1KB to 16MB; an order with all its 100 lines has
///   about 40 KB
@ConfigurationProperties("cobnut.http")
record ApiSettings(@DefaultValue("256KB") DataSize bodyMax) {

    private static final DataSize SMALLEST = DataSize.ofKilobytes(1);
    private static final DataSize LARGEST = DataSize.ofMegabytes(16);

    ApiSettings {
        if (bodyMax.compareTo(SMALLEST) < 0 || bodyMax.compareTo(LARGEST) > 0) {
            throw new IllegalArgumentException(
                    "cobnut.http.body-max must be from 1KB to 16MB, but is " + bodyMax);
        }
    }
}
