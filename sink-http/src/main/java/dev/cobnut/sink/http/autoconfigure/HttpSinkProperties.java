package dev.cobnut.sink.http.autoconfigure;

import dev.cobnut.framework.event.CloudEventFormat;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.handler.Start;
import dev.cobnut.sink.http.HttpSink;
import dev.cobnut.sink.http.HttpSinkBuilder;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// One sink that sends events to a URL. Without a URL there is none, and the other settings have no
/// effect.
///
/// @param name name of the sink's cursor, from which it goes on after a restart
/// @param url where the events go, an address of http or https
/// @param source name of this service in the CloudEvents, a URI reference such as /shop
/// @param categories categories of the streams whose events are sent
/// @param types types of the events that are sent, as stored; all when none is given
/// @param start where a new sink begins: beginning, now, or an instant such as 2026-11-23T06:00:00Z
/// @param secrets secrets that sign each request, whsec_ and base64; two while one is changed
/// @param headers further headers of each request
/// @param contentType media type of the events' content
/// @param connectDeadline longest wait for a connection
/// @param answerDeadline longest wait for the end of an answer
/// @param pauseMax longest pause for which the receiver may ask with Retry-After
@ConfigurationProperties("cobnut.sink.http")
public record HttpSinkProperties(
        @DefaultValue("http") String name,
        @Nullable URI url,
        @Nullable URI source,
        @DefaultValue Set<String> categories,
        @DefaultValue Set<String> types,
        @DefaultValue("beginning") String start,
        @DefaultValue List<String> secrets,
        @DefaultValue Map<String, String> headers,
        @DefaultValue(CloudEventFormat.JSON) String contentType,
        @DefaultValue("5s") Duration connectDeadline,
        @DefaultValue("20s") Duration answerDeadline,
        @DefaultValue("1h") Duration pauseMax) {

    private static final String PREFIX = "cobnut.sink.http.";

    public HttpSinkProperties {
        boolean isEmpty =
                source == null
                        && categories.isEmpty()
                        && types.isEmpty()
                        && secrets.isEmpty()
                        && headers.isEmpty();
        if (url == null && !isEmpty) {
            throw new IllegalArgumentException(
                    PREFIX
                            + "url is missing: without it the other settings of the sink do nothing");
        }
    }

    /// @throws UnusableDomainException when there is no such sink
    HttpSink sink(InstantSource clock) {
        try {
            HttpSinkBuilder sink =
                    HttpSink.named(name)
                            .categories(categories)
                            .types(types)
                            .from(Start.parse(start))
                            .secrets(secrets)
                            .contentType(contentType)
                            .connectDeadline(connectDeadline)
                            .answerDeadline(answerDeadline)
                            .pauseMax(pauseMax)
                            .clock(clock);
            if (url != null) {
                sink.to(url);
            }
            if (source != null) {
                sink.source(source);
            }
            headers.forEach(sink::header);
            return sink.build();
        } catch (UnusableDomainException e) {
            throw new UnusableDomainException(PREFIX + e.getMessage());
        }
    }

    /// Without secrets and headers.
    @Override
    public String toString() {
        return "HttpSinkProperties[name=" + name + ", categories=" + categories + "]";
    }
}
