package dev.cobnut.sink.kafka;

import dev.cobnut.framework.event.CloudEventFormat;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.UnreadableEventException;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.handler.ParkStreamException;
import dev.cobnut.framework.handler.ReceiverPause;
import dev.cobnut.framework.handler.RetryLaterException;
import dev.cobnut.framework.handler.Start;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/// Sends each event to a Kafka topic, as a CloudEvent in JSON ([CloudEventFormat]). A bean of this
/// type is all that is needed:
///
/// ```java
/// @Bean
/// KafkaSink billing(ProducerFactory<?, ?> connection) {
///     return KafkaSink.named("billing")
///             .to(connection)
///             .topic("orders")
///             .source(URI.create("/shop"))
///             .categories("order")
///             .build();
/// }
/// ```
///
/// ```text
/// key        the stream, so that its events are in one partition, in their order
/// value      the whole event, application/cloudevents+json
/// headers    content-type; ce_specversion, ce_id, ce_source, ce_type, ce_subject, as in the value
/// timestamp  when the event was decided
/// ```
///
/// An event is handled when all in-sync replicas have it. Order, retries and parking are those of
/// an [EventHandler]; a consumer recognises repetitions by the event's id.
///
/// | the broker | then |
/// |---|---|
/// | acknowledges | the event is handled |
/// | is away, lacks the topic, or gives no right | all streams of the topic wait; no attempt is counted |
/// | refuses the record: it is too large, or not valid | the stream is parked at once |
/// | says anything else | a failed attempt of this event |
///
/// The sink has a producer of its own. [#close] ends it; Spring closes a bean by itself.
/// Thread-safe.
public final class KafkaSink implements EventHandler, AutoCloseable {

    private static final Logger LOG = System.getLogger(KafkaSink.class.getName());

    private static final byte[] CONTENT_TYPE =
            utf8(CloudEventFormat.MEDIA_TYPE + "; charset=UTF-8");
    private static final byte[] SPEC_VERSION = utf8("1.0");

    private final String name;
    private final Set<String> categories;
    private final Set<String> types;
    private final Start start;
    private final Function<RecordedEvent, @Nullable String> topics;
    private final CloudEventFormat format;
    private final byte[] source;
    private final LongSupplier nanoTime;
    private final SinkProducer producer;

    /// The topics that are away. One that answers again is removed.
    private final Map<String, ReceiverPause> pauses = new ConcurrentHashMap<>();

    KafkaSink(
            KafkaSinkBuilder given,
            Function<RecordedEvent, @Nullable String> topics,
            CloudEventFormat format,
            String source,
            SinkProducer producer,
            LongSupplier nanoTime) {
        this.name = given.name;
        this.categories = Set.copyOf(given.categories);
        this.types = Set.copyOf(given.types);
        this.start = given.start;
        this.topics = topics;
        this.format = format;
        this.source = utf8(source);
        this.producer = producer;
        this.nanoTime = nanoTime;
    }

    /// Begins the description of a sink.
    ///
    /// @param name of its cursor, see [EventHandler#name]
    public static KafkaSinkBuilder named(String name) {
        return new KafkaSinkBuilder(name);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Start start() {
        return start;
    }

    @Override
    public Set<String> categories() {
        return categories;
    }

    /// @throws RetryLaterException while the brokers, the topic or the right to write is not there
    /// @throws ParkStreamException when the record is refused for good
    /// @throws IOException when the send failed in another way
    @Override
    public void handle(RecordedEvent event)
            throws RetryLaterException, ParkStreamException, IOException, InterruptedException {
        if (!types.isEmpty() && !types.contains(event.type())) {
            return;
        }
        String topic = topic(event);
        ReceiverPause pause = pauses.get(topic);
        if (pause != null) {
            pause.requireOver();
        }
        switch (producer.send(record(event, topic))) {
            case Sent.Acknowledged() -> answered(topic);
            case Sent.NotThere(String reason) -> waitFor(topic, reason);
            case Sent.Refused(String reason, Throwable cause) -> {
                answered(topic);
                throw new ParkStreamException(
                        reason + "; it is not sent again until the stream is retried", cause);
            }
            case Sent.Failed(String reason, Throwable cause) ->
                    throw new IOException(reason, cause);
        }
    }

    private String topic(RecordedEvent event) throws ParkStreamException {
        String topic = topics.apply(event);
        if (topic == null || !KafkaSinkBuilder.isTopic(topic)) {
            throw new ParkStreamException(
                    "the topic of "
                            + event.type()
                            + " is '"
                            + topic
                            + "', and "
                            + KafkaSinkBuilder.TOPIC_RULE);
        }
        return topic;
    }

    private ProducerRecord<String, byte[]> record(RecordedEvent event, String topic)
            throws ParkStreamException {
        byte[] value;
        try {
            value = format.encode(event);
        } catch (UnreadableEventException e) {
            throw new ParkStreamException(String.valueOf(e.getMessage()), e);
        }
        String key = event.stream().value();
        long time = event.metadata().time().toEpochMilli();
        ProducerRecord<String, byte[]> record = new ProducerRecord<>(topic, null, time, key, value);
        Headers headers = record.headers();
        headers.add("content-type", CONTENT_TYPE);
        headers.add("ce_specversion", SPEC_VERSION);
        headers.add("ce_id", utf8(event.id().toString()));
        headers.add("ce_source", source);
        headers.add("ce_type", utf8(event.type()));
        headers.add("ce_subject", utf8(key));
        return record;
    }

    private void answered(String topic) {
        if (pauses.isEmpty()) {
            return;
        }
        ReceiverPause pause = pauses.remove(topic);
        if (pause != null) {
            LOG.log(Level.INFO, "The topic {0} of the sink {1} is there again.", topic, name);
        }
    }

    private void waitFor(String topic, String reason) throws RetryLaterException {
        ReceiverPause pause = pauses.computeIfAbsent(topic, _ -> new ReceiverPause(nanoTime));
        if (pause.missed(reason)) {
            LOG.log(Level.WARNING, "The sink {0} waits and tries again: {1}", name, reason);
        }
        pause.requireOver();
        throw new RetryLaterException(reason, Duration.ZERO);
    }

    /// Ends the producer. What is being sent fails, and comes again at the next start.
    @Override
    public void close() {
        producer.close();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
