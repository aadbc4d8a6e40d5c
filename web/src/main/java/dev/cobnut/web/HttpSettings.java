package dev.cobnut.web;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// Settings of an HTTP API.
///
/// @param bodyMax largest body of a request, from 1KB to 16MB
/// @param inFlightMax most requests in the service at once, from 1 to 65536; more are answered 503
/// @param headTimeMax longest time for the head of a request, from its first byte, 100ms to 10m
/// @param bodyTimeMax longest time for the body of a request, 100ms to 10m; then it is answered 408
/// @param answerTimeMax time in which a client may read its answer at any rate, 100ms to 10m;
///   beyond it the connection of a client that reads less than 16 KiB per second is closed
/// @param hosts names, beside localhost and IP addresses, that a request may be for. Without any, a
///   service on loopback answers no other name, and one beyond loopback answers every name
/// @param allowUnauthenticatedRemote true to listen beyond loopback while nothing asks for
///   credentials; something else must protect the service, such as a container's private network
@ConfigurationProperties("cobnut.http")
public record HttpSettings(
        @DefaultValue("256KB") DataSize bodyMax,
        @DefaultValue("512") int inFlightMax,
        @DefaultValue("10s") Duration headTimeMax,
        @DefaultValue("20s") Duration bodyTimeMax,
        @DefaultValue("30s") Duration answerTimeMax,
        @DefaultValue("") List<String> hosts,
        @DefaultValue("false") boolean allowUnauthenticatedRemote) {

    private static final DataSize SMALLEST = DataSize.ofKilobytes(1);
    private static final DataSize LARGEST = DataSize.ofMegabytes(16);
    private static final int IN_FLIGHT_LARGEST = 65_536;
    private static final Duration TIME_SHORTEST = Duration.ofMillis(100);
    private static final Duration TIME_LONGEST = Duration.ofMinutes(10);

    public HttpSettings {
        hosts = hosts.stream().filter(host -> !host.isBlank()).toList();
        if (bodyMax.compareTo(SMALLEST) < 0 || bodyMax.compareTo(LARGEST) > 0) {
            throw new IllegalArgumentException(
                    "cobnut.http.body-max must be from 1KB to 16MB, but is " + bodyMax);
        }
        if (inFlightMax < 1 || inFlightMax > IN_FLIGHT_LARGEST) {
            throw new IllegalArgumentException(
                    "cobnut.http.in-flight-max must be from 1 to %d, but is %d"
                            .formatted(IN_FLIGHT_LARGEST, inFlightMax));
        }
        requireTime("head-time-max", headTimeMax);
        requireTime("body-time-max", bodyTimeMax);
        requireTime("answer-time-max", answerTimeMax);
    }

    private static void requireTime(String setting, Duration time) {
        if (time.compareTo(TIME_SHORTEST) < 0 || time.compareTo(TIME_LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "cobnut.http.%s must be from 100ms to 10m, but is %d ms"
                            .formatted(setting, time.toMillis()));
        }
    }
}
