package dev.cobnut.sink.kafka;

import dev.cobnut.framework.event.CloudEventFormat;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.handler.Start;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.ProducerFactory;

/// The description of a sink. [KafkaSink#named] begins one.
public final class KafkaSinkBuilder {

    static final String TOPIC_RULE =
            "a topic has 1 to 249 letters, digits, dots, - and _, and is not . or ..";

    private static final Pattern TOPIC = Pattern.compile("(?!\\.{1,2}$)[a-zA-Z0-9._-]{1,249}");

    /// Whole seconds that the end of a producer waits for records on their way.
    private static final int CLOSE_SECONDS_MAX = 1;

    final String name;
    Set<String> categories = new LinkedHashSet<>();
    Set<String> types = new LinkedHashSet<>();
    Start start = Start.BEGINNING;
    private @Nullable ProducerFactory<?, ?> connection;
    private @Nullable Function<RecordedEvent, @Nullable String> topics;
    private @Nullable String topic;
    private @Nullable URI source;
    private String contentType = CloudEventFormat.JSON;
    private Duration grace = SinkProducer.GRACE;
    private LongSupplier nanoTime = System::nanoTime;

    KafkaSinkBuilder(String name) {
        this.name = name;
    }

    /// Where the brokers are, and how the client speaks with them. The sink makes a producer of its
    /// own with the factory's settings, listeners and post-processors. Its records have its own
    /// serializers and no transaction. Must be given.
    public KafkaSinkBuilder to(ProducerFactory<?, ?> factory) {
        connection = factory;
        return this;
    }

    /// The topic of all events. This or [#topicOf] must be given.
    public KafkaSinkBuilder topic(String ofAll) {
        topic = ofAll;
        topics = null;
        return this;
    }

    /// The topic of each event. All events of a stream must have the same topic, if their order
    /// matters. An event without a topic parks its stream.
    ///
    /// @param choice must be thread-safe
    public KafkaSinkBuilder topicOf(Function<RecordedEvent, @Nullable String> choice) {
        topics = choice;
        topic = null;
        return this;
    }

    /// The `source` of the CloudEvents, a URI reference of this service such as `/shop`. Must be
    /// given.
    public KafkaSinkBuilder source(URI reference) {
        source = reference;
        return this;
    }

    /// The categories of the streams whose events are sent. One must be given.
    public KafkaSinkBuilder categories(String... names) {
        return categories(List.of(names));
    }

    /// See [#categories(String...)].
    public KafkaSinkBuilder categories(Collection<String> names) {
        categories = new LinkedHashSet<>(names);
        return this;
    }

    /// The types of the events that are sent, as stored; all when none is given.
    public KafkaSinkBuilder types(String... names) {
        return types(List.of(names));
    }

    /// See [#types(String...)].
    public KafkaSinkBuilder types(Collection<String> names) {
        types = new LinkedHashSet<>(names);
        return this;
    }

    /// Where the sink begins when its name is new; [Start#BEGINNING] when it is not given.
    public KafkaSinkBuilder from(Start first) {
        start = first;
        return this;
    }

    /// Media type of the events' content; `application/json` when it is not given. Content of
    /// another type is sent in base64.
    public KafkaSinkBuilder contentType(String mediaType) {
        contentType = mediaType;
        return this;
    }

    KafkaSinkBuilder grace(Duration beyondDelivery) {
        grace = beyondDelivery;
        return this;
    }

    KafkaSinkBuilder nanoTime(LongSupplier monotonic) {
        nanoTime = monotonic;
        return this;
    }

    /// Does not connect: a broker may come later.
    ///
    /// @throws UnusableDomainException with a sentence that begins with the name of what is missing
    ///   or not allowed; a start of Spring Boot ends with it
    public KafkaSink build() {
        Function<RecordedEvent, @Nullable String> choice = requireTopic();
        if (categories.isEmpty()) {
            throw refused("categories", "must have at least one category");
        }
        for (String category : categories) {
            if (!StreamId.isCategory(category)) {
                throw refused(
                        "categories", "has '" + category + "', and " + StreamId.CATEGORY_RULE);
            }
        }
        URI reference = source;
        if (reference == null || reference.toString().isEmpty()) {
            throw refused("source", "must be given; it names this service, for example /shop");
        }
        CloudEventFormat format;
        try {
            format = new CloudEventFormat(reference, contentType);
        } catch (IllegalArgumentException e) {
            throw refused("content-type", "is wrong: " + e.getMessage());
        }
        return new KafkaSink(this, choice, format, reference.toString(), producer(), nanoTime);
    }

    static boolean isTopic(String text) {
        return TOPIC.matcher(text).matches();
    }

    private Function<RecordedEvent, @Nullable String> requireTopic() {
        Function<RecordedEvent, @Nullable String> choice = topics;
        if (choice != null) {
            return choice;
        }
        String ofAll = topic;
        if (ofAll == null) {
            throw refused("topic", "must be given; " + TOPIC_RULE);
        }
        if (!isTopic(ofAll)) {
            throw refused("topic", "is '" + ofAll + "', and " + TOPIC_RULE);
        }
        return _ -> ofAll;
    }

    private SinkProducer producer() {
        ProducerFactory<?, ?> given = connection;
        if (given == null) {
            throw refused("to", "must be given: the producer factory of the application");
        }
        Map<String, Object> rules = ProducerRules.of(name, given.getConfigurationProperties());
        DefaultKafkaProducerFactory<String, byte[]> own =
                new DefaultKafkaProducerFactory<>(
                        rules, new StringSerializer(), new ByteArraySerializer());
        own.setPhysicalCloseTimeout(CLOSE_SECONDS_MAX);
        ProducerFactory<String, byte[]> same = sameRecords(given);
        same.getListeners().forEach(own::addListener);
        same.getPostProcessors().forEach(own::addPostProcessor);
        return new SinkProducer(
                own,
                ProducerRules.brokers(rules),
                ProducerRules.deliveryTimeout(rules).plus(grace));
    }

    /// Listeners and post-processors get the sink's producer, whatever the application's sends.
    @SuppressWarnings("unchecked")
    private static ProducerFactory<String, byte[]> sameRecords(ProducerFactory<?, ?> given) {
        return (ProducerFactory<String, byte[]>) given;
    }

    private UnusableDomainException refused(String what, String sentence) {
        return new UnusableDomainException(what + " of the sink '" + name + "' " + sentence);
    }
}
