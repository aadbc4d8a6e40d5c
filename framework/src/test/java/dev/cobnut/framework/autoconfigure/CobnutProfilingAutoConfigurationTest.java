package dev.cobnut.framework.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.node.AppliedVersions;
import dev.cobnut.framework.node.CounterDecider;
import dev.cobnut.framework.node.CounterDecider.Add;
import dev.cobnut.framework.node.CounterDecider.Change;
import dev.cobnut.framework.node.CounterDecider.Counter;
import dev.cobnut.framework.node.CounterDecider.Open;
import dev.cobnut.framework.outbox.OutboxMap;
import dev.cobnut.framework.profiling.Facts;
import dev.cobnut.framework.profiling.Profiler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import jdk.jfr.consumer.RecordingFile;
import one.profiler.AsyncProfiler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class CobnutProfilingAutoConfigurationTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir Path data;

    @Configuration(proxyBeanMethods = false)
    static class Service {

        @Bean
        CounterDecider counting() {
            return new CounterDecider();
        }

        @Bean
        AppliedVersions versions() {
            return new AppliedVersions("versions");
        }
    }

    private ApplicationContextRunner service() {
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(
                                CobnutAutoConfiguration.class,
                                CobnutProfilingAutoConfiguration.class))
                .withUserConfiguration(Service.class)
                .withPropertyValues(
                        "cobnut.data=" + data,
                        "cobnut.hazelcast.cluster-name=test-" + UUID.randomUUID());
    }

    @Test
    void nothingOfItIsThereUnlessItIsEnabled() {
        service()
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context).doesNotHaveBean(ProfilerEndpoint.class);
                    assertThat(context).doesNotHaveBean(Profiler.class);
                    assertThat(context).doesNotHaveBean(SpanObserver.class);
                    assertThat(context).doesNotHaveBean(RequestCount.class);
                    Metrics metrics = context.getBean(Metrics.class);
                    Observers observers = context.getBean(Observers.class);
                    assertThat(observers.outbox()).isSameAs(metrics);
                    assertThat(observers.delivery()).isSameAs(metrics);
                    assertThat(observers.commits()).isSameAs(metrics);
                    assertThat(observers.streams()).isNull();
                });
    }

    @Test
    void nothingOfItIsThereWithoutTheLibrary() {
        service()
                .withPropertyValues("cobnut.profiling.enabled=true")
                .withClassLoader(new FilteredClassLoader(AsyncProfiler.class))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context).doesNotHaveBean(ProfilerEndpoint.class);
                    assertThat(context).doesNotHaveBean("spanObserver");
                });
    }

    @Test
    void requestsAreCountedOnlyWhereThereIsAWebServer() {
        service()
                .withPropertyValues("cobnut.profiling.enabled=true")
                .run(context -> assertThat(context).doesNotHaveBean(RequestSpans.class));
        new WebApplicationContextRunner()
                .withUserConfiguration(CobnutProfilingAutoConfiguration.Requests.class)
                .withBean(RequestCount.class)
                .run(context -> assertThat(context).hasSingleBean(RequestSpans.class));
    }

    @Test
    @SuppressWarnings("unchecked")
    void theWorkOfTheBackgroundIsInTheRecordingAsSpans() {
        service()
                .withPropertyValues("cobnut.profiling.enabled=true")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    ProfilerEndpoint endpoint = context.getBean(ProfilerEndpoint.class);
                    WebEndpointResponse<Object> started =
                            endpoint.operate("start", "10ms", "512KB", null, null, null);
                    assumeThat(started.getStatus())
                            .as(
                                    "async-profiler cannot be used on this system: %s",
                                    started.getBody())
                            .isEqualTo(200);
                    CommandGateway<Counter, Change> gateway = context.getBean(CommandGateway.class);
                    StreamId stream = StreamId.of("counter", "1");
                    gateway.send(Command.beginning(stream, new Open(3)));
                    gateway.send(Command.to(stream, new Add(4)).expecting(1));
                    await().atMost(SOON)
                            .until(() -> context.getBean(Journal.class).countUnpublished() == 0);
                    // What was recorded by the journal is told a moment before its page is done.
                    gateway.send(Command.to(stream, new Add(4)));
                    await().atMost(SOON)
                            .until(() -> context.getBean(Journal.class).countUnpublished() == 0);
                    // The next page leaves the map after that.
                    await().atMost(SOON)
                            .until(() ->
                                    context.getBean(HazelcastInstance.class)
                                            .getMap(OutboxMap.NAME)
                                            .isEmpty());

                    assertThat(
                                    endpoint.operate("start", "10ms", null, null, null, null)
                                            .getStatus())
                            .isEqualTo(409);
                    Facts facts =
                            (Facts)
                                    Objects.requireNonNull(
                                            endpoint.operate("stop", null, null, null, null, null)
                                                    .getBody());
                    assertThat(endpoint.operate("stop", null, null, null, null, null).getStatus())
                            .isEqualTo(409);
                    Path recording = data.resolve("profiles").resolve(facts.recording());
                    assertThat(
                                    RecordingFile.readAllEvents(recording).stream()
                                            .filter(event ->
                                                    event.getEventType()
                                                            .getName()
                                                            .equals("profiler.Span"))
                                            .map(event -> event.getString("tag")))
                            .contains(
                                    SpanObserver.POLL,
                                    SpanObserver.PROJECT,
                                    SpanObserver.RECORD,
                                    SpanObserver.COMMIT,
                                    SpanObserver.MAPS,
                                    SpanObserver.APPEND);
                    assertThat(
                                    Objects.requireNonNull(
                                                    endpoint.recording(facts.recording()).getBody())
                                            .contentLength())
                            .isPositive();
                    assertThat(endpoint.recording("../journal.db").getStatus()).isEqualTo(404);
                });
    }

    @Test
    void whatTheEndpointDoesNotUnderstandIsASentence() {
        service()
                .withPropertyValues("cobnut.profiling.enabled=true")
                .run(context -> {
                    ProfilerEndpoint endpoint = context.getBean(ProfilerEndpoint.class);
                    assertThat(endpoint.operate("start", null, null, null, null, null))
                            .satisfies(response ->
                                    assertRefused(response, 400, "Nothing is to be recorded"));
                    assertThat(endpoint.operate("start", "often", null, null, null, null))
                            .satisfies(response -> assertRefused(response, 400, "not 'often'"));
                    assertThat(endpoint.operate("start", null, "much", null, null, null))
                            .satisfies(response -> assertRefused(response, 400, "not 'much'"));
                    assertThat(endpoint.operate("start", "5ms", null, null, null, "perf"))
                            .satisfies(response ->
                                    assertRefused(
                                            response,
                                            400,
                                            "The engine is cpu or ctimer, not 'perf'."));
                    assertThat(endpoint.operate("dump", null, null, null, null, null))
                            .satisfies(response -> assertRefused(response, 404, "'dump'"));
                    assertThat(endpoint.status().state()).isEqualTo("idle");
                });
    }

    private static void assertRefused(
            WebEndpointResponse<Object> response, int status, String part) {
        assertThat(response.getStatus()).isEqualTo(status);
        assertThat(response.getBody())
                .isInstanceOfSatisfying(
                        ProfilerEndpoint.Refused.class,
                        refused -> assertThat(refused.sentence()).contains(part));
    }
}
