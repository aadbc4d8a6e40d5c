package dev.cobnut.sink.kafka;

import dev.cobnut.framework.event.UnusableDomainException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/// What the producer of a sink must be, whatever the application's own producers are: idempotent,
/// acknowledged by all in-sync replicas, with keys that choose the partition, and with short waits.
final class ProducerRules {

    static final Duration MAX_BLOCK_DEFAULT = Duration.ofSeconds(5);
    static final Duration DELIVERY_TIMEOUT_DEFAULT = Duration.ofSeconds(20);
    static final Duration REQUEST_TIMEOUT_DEFAULT = Duration.ofSeconds(10);

    /// Up to so many requests on their way an idempotent producer keeps the order.
    private static final int IN_FLIGHT_MAX = 5;

    private static final String SENTENCE = "the producer of the sink ";

    private ProducerRules() {}

    /// @param given settings of the application's producer; serializers and a transaction's id are
    ///   left out, because the sink has its own records and uses no transaction
    /// @return settings of the sink's producer
    /// @throws UnusableDomainException with a sentence that has the name of the setting
    static Map<String, Object> of(String sink, Map<String, Object> given) {
        Map<String, Object> rules = new HashMap<>(given);
        rules.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
        rules.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class);
        rules.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        rules.putIfAbsent(ProducerConfig.CLIENT_ID_CONFIG, "cobnut-sink-" + sink);
        require(
                sink,
                rules,
                ProducerConfig.ACKS_CONFIG,
                "all",
                "-1",
                "all in-sync replicas must have an event before it counts as handled");
        require(
                sink,
                rules,
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                "true",
                "true",
                "a repetition by the client must not change the order of a stream");
        require(
                sink,
                rules,
                ProducerConfig.PARTITIONER_IGNORE_KEYS_CONFIG,
                "false",
                "false",
                "the events of a stream keep their order in one partition");
        // Waits for company help nobody here: a stream sends its next event after the answer.
        rules.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, 0);
        rules.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK_DEFAULT.toMillis());
        rules.putIfAbsent(
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                (int) DELIVERY_TIMEOUT_DEFAULT.toMillis());
        boolean hasRequestTimeout = rules.containsKey(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG);
        ProducerConfig parsed = parsed(sink, rules);
        int linger = parsed.getLong(ProducerConfig.LINGER_MS_CONFIG).intValue();
        int delivery = parsed.getInt(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG);
        int request =
                hasRequestTimeout
                        ? parsed.getInt(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG)
                        : (int) Math.min(REQUEST_TIMEOUT_DEFAULT.toMillis(), delivery - linger);
        rules.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, request);
        if (request <= 0 || delivery - linger < request) {
            throw refused(
                    sink,
                    ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG
                            + " must be at least linger.ms and request.timeout.ms together, but was "
                            + delivery);
        }
        int inFlight = parsed.getInt(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION);
        if (inFlight > IN_FLIGHT_MAX) {
            throw refused(
                    sink,
                    ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION
                            + " must be at most "
                            + IN_FLIGHT_MAX
                            + ", but was "
                            + inFlight);
        }
        if (parsed.getInt(ProducerConfig.RETRIES_CONFIG) == 0) {
            throw refused(
                    sink,
                    ProducerConfig.RETRIES_CONFIG
                            + " must be at least 1: without retries there is no idempotence");
        }
        if (parsed.getClass(ProducerConfig.PARTITIONER_CLASS_CONFIG)
                == RoundRobinPartitioner.class) {
            throw refused(
                    sink,
                    ProducerConfig.PARTITIONER_CLASS_CONFIG
                            + " must choose the partition by the key, and RoundRobinPartitioner"
                            + " does not");
        }
        return rules;
    }

    static Duration deliveryTimeout(Map<String, Object> rules) {
        return Duration.ofMillis(
                new ProducerConfig(rules).getInt(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG));
    }

    /// @return the brokers for sentences: host:port,host:port
    static String brokers(Map<String, Object> rules) {
        return String.join(
                ",", new ProducerConfig(rules).getList(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG));
    }

    /// Sets what was not given, and refuses what contradicts.
    private static void require(
            String sink,
            Map<String, Object> rules,
            String setting,
            String value,
            String sameValue,
            String why) {
        Object given = rules.putIfAbsent(setting, value);
        if (given != null) {
            String text = given.toString().strip().toLowerCase(Locale.ROOT);
            if (!text.equals(value) && !text.equals(sameValue)) {
                throw refused(
                        sink, setting + " must be " + value + ", but was " + given + ": " + why);
            }
        }
    }

    /// As Kafka reads them. What this class refuses itself is left out, because Kafka's sentences
    /// name one setting and mean another.
    private static ProducerConfig parsed(String sink, Map<String, Object> rules) {
        Map<String, Object> read = new HashMap<>(rules);
        read.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "false");
        try {
            return new ProducerConfig(read);
        } catch (ConfigException e) {
            throw refused(sink, String.valueOf(e.getMessage()));
        }
    }

    private static UnusableDomainException refused(String sink, String sentence) {
        return new UnusableDomainException(SENTENCE + "'" + sink + "' cannot be used: " + sentence);
    }
}
