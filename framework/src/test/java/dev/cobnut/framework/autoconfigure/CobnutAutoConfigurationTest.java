package dev.cobnut.framework.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.autoconfigure.actuator.CobnutActuatorAutoConfiguration;
import dev.cobnut.framework.autoconfigure.actuator.OutboxEndpoint;
import dev.cobnut.framework.autoconfigure.actuator.ParkedRow;
import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.delivery.OutboxPublisher;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.feed.FeedRules;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.JournalState;
import dev.cobnut.framework.node.AppliedVersions;
import dev.cobnut.framework.node.CounterDecider;
import dev.cobnut.framework.node.CounterDecider.Add;
import dev.cobnut.framework.node.CounterDecider.Added;
import dev.cobnut.framework.node.CounterDecider.Change;
import dev.cobnut.framework.node.CounterDecider.Counter;
import dev.cobnut.framework.node.CounterDecider.Open;
import dev.cobnut.framework.node.FaultyJournal;
import dev.cobnut.framework.process.Process;
import dev.cobnut.framework.statistic.FactReader;
import dev.cobnut.framework.statistic.Statistic;
import dev.cobnut.framework.table.Table;
import dev.cobnut.framework.view.View;
import dev.cobnut.framework.view.Views;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A service that has the jar on its class path and declares only a domain and a projection.
class CobnutAutoConfigurationTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir Path data;

    @Configuration(proxyBeanMethods = false)
    static class Service {

        @Bean
        CounterDecider counting() {
            return new CounterDecider(2);
        }

        @Bean
        AppliedVersions versions() {
            return new AppliedVersions("versions");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Registry {

        @Bean
        MeterRegistry registry() {
            return new SimpleMeterRegistry();
        }

        @Bean
        Table<String> opened() {
            return Table.named("opened", 1, String.class)
                    .put(
                            CounterDecider.Counted.class,
                            (_, recorded) -> recorded.stream().id(),
                            (_, recorded) -> recorded.type());
        }

        @Bean
        FeedRules feedRules() {
            return new FeedRules() {
                @Override
                public @Nullable String group(RecordedEvent event) {
                    return null;
                }

                @Override
                public byte[] form(RecordedEvent event) {
                    return event.payload().bytes();
                }
            };
        }

        @Bean
        Process additions() {
            return Process.named("additions").on(Added.class, (_, _) -> {});
        }

        @Bean
        EventHandler audit() {
            return new EventHandler() {
                @Override
                public String name() {
                    return "audit";
                }

                @Override
                public Set<String> categories() {
                    return Set.of("counter");
                }

                @Override
                public void handle(RecordedEvent event) {
                    // counted by its meter
                }
            };
        }
    }

    /// A statistic, so that its meters are there.
    @Configuration(proxyBeanMethods = false)
    static class Counted {

        @Bean
        Statistic<String, String, AtomicLong> eventsByType() {
            return new Statistic<>() {
                @Override
                public String name() {
                    return "events-by-type";
                }

                @Override
                public Duration history() {
                    return Duration.ofDays(1);
                }

                @Override
                public FactReader<String> reader() {
                    return (event, facts) -> facts.accept(event.type());
                }

                @Override
                public String key(String type) {
                    return type;
                }

                @Override
                public AtomicLong empty() {
                    return new AtomicLong();
                }

                @Override
                public void add(AtomicLong sum, String type) {
                    sum.incrementAndGet();
                }

                @Override
                public void begin(long position, Instant since) {
                    // nothing is kept
                }

                @Override
                public void commit(
                        long position, List<Statistic.Change<String, AtomicLong>> changes) {
                    // its lag says that it was called
                }
            };
        }
    }

    /// A journal whose writes the test can make fail, and a clock that the test moves.
    @Configuration(proxyBeanMethods = false)
    static class Faults {

        static final AtomicReference<Duration> AHEAD = new AtomicReference<>(Duration.ZERO);

        @Bean(destroyMethod = "")
        FaultyJournal journal() {
            return new FaultyJournal(InMemoryJournal.create(InstantSource.system()));
        }

        @Bean
        InstantSource movedClock() {
            return () -> Instant.now().plus(AHEAD.get());
        }
    }

    private ApplicationContextRunner service() {
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(
                                CobnutAutoConfiguration.class,
                                CobnutFeedAutoConfiguration.class,
                                CobnutActuatorAutoConfiguration.class))
                .withUserConfiguration(Service.class)
                .withPropertyValues(
                        "cobnut.data=" + data,
                        "cobnut.hazelcast.cluster-name=test-" + UUID.randomUUID(),
                        "cobnut.outbox.attempts-max=2",
                        "cobnut.outbox.backoff-min=1ms",
                        "cobnut.outbox.backoff-max=10ms");
    }

    @Test
    @SuppressWarnings("unchecked")
    void aServiceThatOnlyDeclaresADomainAndAProjectionHasEverything() {
        service()
                .withUserConfiguration(Registry.class, Counted.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context).hasSingleBean(CommandGateway.class);
                    assertThat(context).hasSingleBean(Decider.class);
                    CommandGateway<Counter, Change> gateway = context.getBean(CommandGateway.class);
                    StreamId stream = StreamId.of("counter", "1");
                    assertThat(gateway.send(Command.beginning(stream, new Open(3))))
                            .isEqualTo(
                                    new CommandResult.Accepted<>(
                                            stream, new Counter(3), 1, 1, false));
                    gateway.send(Command.to(stream, new Add(4)).expecting(1));
                    View<String> view =
                            context.getBean(Views.class).of(context.getBean(AppliedVersions.class));
                    await().atMost(SOON)
                            .until(() ->
                                    view.find(stream)
                                            .map(View.Viewed::value)
                                            .orElse("")
                                            .equals("1,2"));
                    await().atMost(SOON)
                            .until(() -> context.getBean(Journal.class).countUnpublished() == 0);

                    assertThat(health(context, "journal").getStatus()).isEqualTo(Status.UP);
                    await().atMost(SOON)
                            .until(() -> health(context, "outbox").getStatus().equals(Status.UP));
                    assertThat(data.toFile().list()).isNotEmpty();
                    assertThatAllMetersAreThere(context.getBean(MeterRegistry.class));
                    assertThatNothingListensBeyondLoopback(
                            context.getBean(HazelcastInstance.class));
                });
    }

    /// Spring's test framework pauses each context that is not in use and resumes it later.
    @Test
    @SuppressWarnings("unchecked")
    void aNodeGoesOnThroughAPauseOfItsContext() {
        service()
                .run(context -> {
                    context.getSourceApplicationContext().pause();
                    context.getSourceApplicationContext().restart();

                    CommandGateway<Counter, Change> gateway = context.getBean(CommandGateway.class);
                    StreamId stream = StreamId.of("counter", "1");
                    assertThat(gateway.send(Command.beginning(stream, new Open(3))))
                            .isInstanceOf(CommandResult.Accepted.class);
                    await().atMost(SOON)
                            .until(() -> context.getBean(Journal.class).countUnpublished() == 0);
                });
    }

    @Test
    void theMembersConfigurationCanBeCustomized() {
        service()
                .withBean(
                        MemberConfigCustomizer.class,
                        () -> config -> config.setProperty("x.y", "z"))
                .run(context ->
                        assertThat(
                                        context.getBean(HazelcastInstance.class)
                                                .getConfig()
                                                .getProperty("x.y"))
                                .isEqualTo("z"));
    }

    @Test
    @SuppressWarnings("unchecked")
    void healthIsDownWhenTheJournalCannotWriteAndTheEndpointRetriesWhatIsParked() {
        Faults.AHEAD.set(Duration.ZERO);
        service()
                .withUserConfiguration(Faults.class)
                .withPropertyValues("cobnut.outbox.oldest-pending-max=90s")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    await().atMost(SOON)
                            .until(() -> health(context, "outbox").getStatus().equals(Status.UP));
                    FaultyJournal journal = context.getBean(FaultyJournal.class);
                    journal.state(new JournalState.NotWritable("the disk is full", false));
                    Health down = health(context, "journal");
                    assertThat(down.getStatus()).isEqualTo(Status.DOWN);
                    assertThat(down.getDetails())
                            .containsEntry("reason", "the disk is full")
                            .containsEntry("needsRestart", false);
                    journal.state(null);
                    assertThat(health(context, "journal").getStatus()).isEqualTo(Status.UP);

                    CommandGateway<Counter, Change> gateway = context.getBean(CommandGateway.class);
                    theEndpointListsWhatIsParkedAndRetriesIt(context, gateway);
                });
    }

    @Test
    @SuppressWarnings("unchecked")
    void healthIsDownWhileTheOldestPendingIsTooOldWhateverTheTimeOfDay() {
        Faults.AHEAD.set(Duration.ZERO);
        service()
                .withUserConfiguration(Faults.class)
                .withPropertyValues("cobnut.outbox.oldest-pending-max=5s")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    await().atMost(SOON)
                            .until(() -> health(context, "outbox").getStatus().equals(Status.UP));
                    Faults.AHEAD.set(Duration.ofHours(1));
                    context.getBean(OutboxPublisher.class).pause();
                    CommandGateway<Counter, Change> gateway = context.getBean(CommandGateway.class);
                    gateway.send(Command.beginning(StreamId.of("counter", "1"), new Open(1)));
                    Faults.AHEAD.set(Duration.ZERO);
                    await().atMost(SOON)
                            .until(() -> health(context, "outbox").getStatus().equals(Status.DOWN));
                    assertThat(health(context, "outbox").getDetails())
                            .containsEntry("oldestPendingSecondsMax", 5L);

                    context.getBean(OutboxPublisher.class).resume();
                    await().atMost(SOON)
                            .until(() -> health(context, "outbox").getStatus().equals(Status.UP));
                });
    }

    private static void theEndpointListsWhatIsParkedAndRetriesIt(
            ApplicationContext context, CommandGateway<Counter, Change> gateway) throws Exception {
        StreamId bad = StreamId.of("counter", "bad");
        AppliedVersions versions = context.getBean(AppliedVersions.class);
        OutboxEndpoint endpoint = context.getBean(OutboxEndpoint.class);
        assertThat(endpoint.outbox().parked()).isEmpty();
        versions.failFor(bad);
        gateway.send(Command.beginning(bad, new Open(1)));
        gateway.send(Command.to(bad, new Add(1)));
        gateway.send(Command.to(bad, new Add(1)));
        await().atMost(SOON).until(() -> endpoint.outbox().parkedStreams() == 1);
        ParkedRow parked = endpoint.outbox().parked().getFirst();
        assertThat(parked.stream()).isEqualTo("counter-bad");
        assertThat(parked.version()).isEqualTo(2);
        assertThat(parked.type()).isEqualTo("Added");
        assertThat(parked.attempts()).isEqualTo(2);
        assertThat(parked.failure()).contains("planted fault");

        assertThat(endpoint.pause(true).paused()).isTrue();
        gateway.send(Command.beginning(StreamId.of("counter", "held"), new Open(1)));
        assertThat(endpoint.outbox().undelivered()).as("two parked, one held back").isEqualTo(3);
        assertThat(endpoint.pause(false).paused()).isFalse();
        await().atMost(SOON).until(() -> endpoint.outbox().undelivered() == 2);

        versions.heal();
        assertThat(endpoint.retry("counter-bad"))
                .isEqualTo(new OutboxEndpoint.Retried("counter-bad", 2));
        await().atMost(SOON).until(() -> context.getBean(Journal.class).countUnpublished() == 0);
        assertThat(endpoint.outbox().parked()).isEmpty();
        assertThat(endpoint.retry("counter-bad"))
                .isEqualTo(new OutboxEndpoint.Retried("counter-bad", 0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cobnut.outbox.entries-max=0 | cobnut.outbox.entries-max must be at least 1, but was 0",
                "cobnut.outbox.refill-max=-1 | cobnut.outbox.refill-max must be at least 1, but was -1",
                "cobnut.streams.events-max=0 | cobnut.streams.events-max must be at least 1, but was 0",
                "cobnut.views.entries-max=0 | cobnut.views.entries-max must be at least 1, but was 0",
                "cobnut.command.deadline=0s | cobnut.command.deadline must be positive, but was PT0S",
                "cobnut.command.drain-deadline=-1s | cobnut.command.drain-deadline must not be negative",
                "cobnut.outbox.sweep-interval=0s | cobnut.outbox.sweep-interval must be positive, but was PT0S",
                "cobnut.outbox.lost-after=-5s | cobnut.outbox.lost-after must be positive, but was PT-5S",
                "cobnut.outbox.oldest-pending-max=0s | cobnut.outbox.oldest-pending-max must be positive",
                "cobnut.outbox.page-max=0 | page-max must be at least 1, but was 0",
                "cobnut.handlers.held-max=3 | held-max must be at least 256, but was 3",
                "cobnut.handlers.parallel-max=0 | parallel-max must be at least 1, but was 0",
                "cobnut.tables.heap-percent-max=41 | cobnut.tables.heap-percent-max must be from 1 to 40, but was 41",
                "cobnut.tables.parked-max=0 | parked-max must be at least 1, but was 0",
                "cobnut.handlers.poll-interval=0ms | poll-interval must be positive, but was PT0S",
                "cobnut.outbox.backoff-max=0ms | backoff-max must be at least backoff-min",
                "cobnut.dispatch.mailbox-capacity=0 | cobnut.dispatch.mailbox-capacity must be from 1 to 65536",
                "cobnut.journal.group-max=0 | cobnut.journal.group-max must be from 1 to 4096 commands, but was 0",
                "cobnut.profiling.length-max=0s | length-max must be positive and at most an hour, but was PT0S",
                "cobnut.profiling.length-max=2h | at most an hour, but was PT2H",
                "cobnut.profiling.recordings-max=0 | recordings-max must be from 1 to 1000, but was 0",
                "cobnut.profiling.recording-max=1KB | recording-max must be at least 1MB",
                "cobnut.data=~/data | cobnut.data is ~/data, which a shell did not replace",
                "cobnut.data=/dev/null/data | /dev/null"
            })
    void aSettingOutsideItsRangeFailsTheStartWithASentence(String setting, String sentence) {
        service()
                .withPropertyValues(setting)
                .run(context -> {
                    assertThat(context).hasFailed();
                    assertThat(context.getStartupFailure())
                            .rootCause()
                            .message()
                            .contains(sentence);
                });
    }

    @Test
    void everySettingIsDescribedAndHasADefault() throws IOException {
        Map<String, String> descriptions = new HashMap<>();
        List<String> withoutDefault = new ArrayList<>();
        // The tests' own settings are described in another file.
        URI main =
                URI.create(
                        CobnutProperties.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toString());
        try (InputStream in =
                main.resolve("META-INF/spring-configuration-metadata.json").toURL().openStream()) {
            for (JsonNode property : JsonMapper.builder().build().readTree(in).get("properties")) {
                descriptions.put(
                        property.get("name").asString(), property.path("description").asString(""));
                if (property.path("defaultValue").isMissingNode()) {
                    withoutDefault.add(property.get("name").asString());
                }
            }
        }
        descriptions.keySet().removeIf(name -> !name.startsWith("cobnut."));
        assertThat(descriptions)
                .hasSizeGreaterThan(30)
                .containsEntry(
                        "cobnut.outbox.entries-max",
                        "most pending entries in the map; further events wait in the journal");
        assertThat(descriptions.values())
                .allSatisfy(text -> assertThat(text).isNotBlank())
                .as("a @param of a longer name was taken for a shorter one: declare that first")
                .allSatisfy(text ->
                        assertThat(descriptions.values())
                                .noneMatch(other -> text.endsWith(" " + other)));
        assertThat(withoutDefault)
                .as("only lists and files may be absent")
                .containsExactlyInAnyOrder(
                        "cobnut.cluster.addresses",
                        "cobnut.journal.postgresql.password-file",
                        "cobnut.journal.postgresql.migration.password-file",
                        "cobnut.tracing.file");
    }

    private static void assertThatAllMetersAreThere(MeterRegistry registry) {
        Map<String, String> registered = new HashMap<>();
        for (var meter : registry.getMeters()) {
            registered.put(meter.getId().getName(), String.valueOf(meter.getId().getDescription()));
        }
        List<Meter> catalogue = Arrays.asList(Meter.values());
        assertThat(registered)
                .containsAllEntriesOf(
                        catalogue.stream()
                                .collect(Collectors.toMap(Meter::id, Meter::description)));
        assertThat(registered.keySet())
                .as("nothing that the catalogue does not name; percentiles are gauges of a timer")
                .allMatch(name ->
                        catalogue.stream()
                                .anyMatch(meter ->
                                        name.equals(meter.id())
                                                || name.equals(meter.id() + ".percentile")));
        // Counters follow what they count, and a gauge is not a number while its query is slow.
        await().atMost(SOON).untilAsserted(() -> assertThatMetersCount(registry));
    }

    private static void assertThatMetersCount(MeterRegistry registry) {
        assertThat(registry.get(Meter.JOURNAL_EVENTS.id()).counter().count()).isEqualTo(2);
        assertThat(registry.get(Meter.OUTBOX_DELIVERED.id()).counter().count()).isEqualTo(2);
        assertThat(registry.get(Meter.APPENDS.id()).tag("result", "appended").counter().count())
                .isEqualTo(2);
        assertThat(
                        registry.get(Meter.SNAPSHOTS.id())
                                .tag("result", "taken")
                                .functionCounter()
                                .count())
                .isEqualTo(1);
        assertThat(registry.get(Meter.VIEW_LAG.id()).timer().count()).isEqualTo(2);
        assertThat(registry.get(Meter.HANDLER_HANDLED.id()).counter().count()).isEqualTo(2);
        assertThat(registry.get(Meter.TABLE_APPLIED.id()).counter().count()).isEqualTo(2);
        assertThat(registry.get(Meter.HANDLER_PARKED_STREAMS.id()).tag("handler", "audit").gauge())
                .extracting(Gauge::value)
                .isEqualTo(0.0);
        assertThat(registry.get(Meter.OUTBOX_PENDING.id()).gauge().value()).isZero();
        assertThat(registry.get(Meter.JOURNAL_WRITABLE.id()).gauge().value()).isEqualTo(1);
        assertThat(registry.get(Meter.CLUSTER_MEMBERS.id()).gauge().value()).isEqualTo(1);
        assertThat(registry.get(Meter.HAZELCAST_PARTITIONS_OWNED.id()).gauge().value())
                .as("a member on its own owns all of them")
                .isEqualTo(Math.max(2, Runtime.getRuntime().availableProcessors()));
        assertThat(ownedBy(registry, Meter.HAZELCAST_MAP_ENTRIES, "event-streams")).isEqualTo(1);
        assertThat(ownedBy(registry, Meter.HAZELCAST_MAP_ENTRIES, "view-versions")).isEqualTo(1);
        assertThat(ownedBy(registry, Meter.HAZELCAST_MAP_BYTES, "event-streams")).isPositive();
        assertThat(registry.get(Meter.JET_JOB_RUNNING.id()).gauge().value()).isEqualTo(1);
    }

    private static double ownedBy(MeterRegistry registry, Meter meter, String map) {
        return registry.get(meter.id()).tags("map", map, "copy", "owned").gauge().value();
    }

    private static void assertThatNothingListensBeyondLoopback(HazelcastInstance hazelcast) {
        assertThat(hazelcast.getCluster().getLocalMember().getAddressMap().values())
                .allSatisfy(address ->
                        assertThat(address.getInetAddress().isLoopbackAddress()).isTrue());
    }

    private static Health health(ApplicationContext context, String name) {
        Health health = context.getBean(name + "HealthIndicator", HealthIndicator.class).health();
        return Objects.requireNonNull(health);
    }
}
