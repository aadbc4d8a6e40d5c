package dev.cobnut.sink.kafka;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/// A broker of Kafka that is a process of its own, in KRaft mode without others. It can be killed
/// as `kill -9` does, and started again over its log.
public final class LocalBroker {

    static final int PARTITIONS = 3;

    /// Ports below are not those of outgoing connections, so the broker gets its port again.
    private static final int PORT_MIN = 20_000;

    private static final int PORT_MAX = 30_000;

    private final Path folder;
    private final int port = freePort();
    private final int controllerPort = freePort();
    private @Nullable Process process;

    private LocalBroker(Path folder) {
        this.folder = folder;
    }

    private static final class Shared {
        static final LocalBroker BROKER = create();

        private static LocalBroker create() {
            try {
                Path folder = Files.createTempDirectory("cobnut-kafka");
                LocalBroker broker = new LocalBroker(folder);
                Runtime.getRuntime().addShutdownHook(new Thread(broker::end));
                broker.format();
                broker.start();
                return broker;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /// One for all tests of the JVM: a start takes seconds. It is there when this returns.
    public static LocalBroker shared() {
        return Shared.BROKER;
    }

    public String address() {
        return "127.0.0.1:" + port;
    }

    private static int freePort() {
        while (true) {
            int port = RandomGenerator.getDefault().nextInt(PORT_MIN, PORT_MAX);
            try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return port;
            } catch (IOException _) {
                // somebody has it
            }
        }
    }

    private Path settings() {
        return folder.resolve("server.properties");
    }

    private void format() throws IOException {
        Files.writeString(
                settings(),
                """
                process.roles=broker,controller
                node.id=1
                listeners=PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d
                controller.listener.names=CONTROLLER
                controller.quorum.voters=1@127.0.0.1:%d
                log.dirs=%s
                auto.create.topics.enable=false
                offsets.topic.replication.factor=1
                offsets.topic.num.partitions=1
                log.cleaner.dedupe.buffer.size=2097152
                num.io.threads=2
                num.network.threads=1
                num.recovery.threads.per.data.dir=1
                broker.heartbeat.interval.ms=200
                broker.session.timeout.ms=1000
                """
                        .formatted(port, controllerPort, controllerPort, folder.resolve("log")));
        try (PrintStream out =
                new PrintStream(folder.resolve("format.txt").toFile(), StandardCharsets.UTF_8)) {
            int code =
                    StorageTool.execute(
                            new String[] {
                                "format", "-t", "Y29ibnV0LXRlc3Rz8w", "-c", settings().toString()
                            },
                            out);
            if (code != 0) {
                throw new IllegalStateException(Files.readString(folder.resolve("format.txt")));
            }
        }
    }

    /// Starts the process, and waits until it answers.
    void start() throws IOException {
        process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-Xmx256m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "kafka.Kafka",
                                settings().toString())
                        .redirectErrorStream(true)
                        .redirectOutput(
                                ProcessBuilder.Redirect.appendTo(
                                        folder.resolve("broker.txt").toFile()))
                        .start();
        try (Admin admin = admin()) {
            admin.describeCluster().nodes().get(2, TimeUnit.MINUTES);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException(
                    "no broker: " + Files.readString(folder.resolve("broker.txt")), e);
        }
    }

    /// As `kill -9`: it can save nothing.
    void kill() throws InterruptedException {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
            if (!running.waitFor(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("the broker is still there");
            }
        }
    }

    private void end() {
        try {
            kill();
            try (var files = Files.walk(folder)) {
                for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Admin admin() {
        return Admin.create(
                Map.of(
                        AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                        address(),
                        AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                        120_000));
    }

    public void createTopic(String topic) throws Exception {
        createTopic(topic, Map.of());
    }

    void createTopic(String topic, Map<String, String> settings) throws Exception {
        NewTopic wanted = new NewTopic(topic, PARTITIONS, (short) 1).configs(settings);
        try (Admin admin = admin()) {
            // A broker that could not speak to its controller for a second takes no partition.
            await().atMost(CardEvents.SOON)
                    .ignoreExceptionsMatching(failure ->
                            failure.getCause() instanceof InvalidReplicationFactorException)
                    .until(() -> {
                        admin.createTopics(List.of(wanted)).all().get(1, TimeUnit.MINUTES);
                        return true;
                    });
        }
    }

    /// Changes a setting of a topic, and waits until the broker has it.
    void changeTopic(String topic, String setting, String value) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        AlterConfigOp change =
                new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET);
        try (Admin admin = admin()) {
            admin.incrementalAlterConfigs(Map.of(resource, List.of(change)))
                    .all()
                    .get(1, TimeUnit.MINUTES);
            await().atMost(CardEvents.SOON)
                    .until(() -> {
                        Config config =
                                admin.describeConfigs(List.of(resource))
                                        .all()
                                        .get(1, TimeUnit.MINUTES)
                                        .get(resource);
                        return config != null && value.equals(config.get(setting).value());
                    });
        }
    }

    /// All records of a topic: those of a partition in their order.
    public List<ConsumerRecord<String, byte[]>> records(String topic) {
        Map<String, Object> settings =
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        address(),
                        ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                        120_000);
        List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(
                        settings, new StringDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = new ArrayList<>();
            for (int i = 0; i < PARTITIONS; i++) {
                partitions.add(new TopicPartition(topic, i));
            }
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream()
                    .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        } catch (RetriableException e) {
            throw new IllegalStateException("the broker of the tests does not answer", e);
        }
        return records;
    }
}
