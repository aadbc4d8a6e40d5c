package dev.cobnut.framework.autoconfigure.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.waits.RequestWaits;
import dev.cobnut.framework.waits.Wait;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TracesTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT = "00f067aa0ba902b7";
    private static final String SAMPLED = "00-" + TRACE + "-" + PARENT + "-01";

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final SdkTracerProvider provider =
            SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(spans)).build();
    private final Traces traces =
            new Traces(
                    new OtelTracer(provider.get("test"), new OtelCurrentTraceContext(), _ -> {}));

    @AfterEach
    void close() {
        provider.close();
    }

    private static RecordedEvent event(@Nullable String traceparent) {
        return new RecordedEvent(
                UUID.randomUUID(),
                StreamId.of("order", "1"),
                1,
                "OrderPlaced",
                1,
                Payload.ofUtf8("{}"),
                new EventMetadata(Instant.EPOCH, null, null, traceparent),
                7,
                1);
    }

    private record Reacting(RequestWaits.Waiting<?, Exception> reaction) implements EventHandler {

        @Override
        public String name() {
            return "mails";
        }

        @Override
        public Set<String> categories() {
            return Set.of("order");
        }

        @Override
        public void handle(RecordedEvent event) throws Exception {
            Object _ = reaction.call();
        }
    }

    @ParameterizedTest
    @CsvSource({"01, true", "00, false", "03, true", "ff, true", "02, false"})
    void theLastBitOfTheFlagsSaysWhetherATraceIsSampled(String flags, boolean sampled) {
        assertThat(Tracing.isSampled("00-" + TRACE + "-" + PARENT + "-" + flags))
                .isEqualTo(sampled);
        assertThat(Tracing.isSampled(null)).isFalse();
        assertThat(Tracing.isSampled("nonsense that ends with 1")).isFalse();
    }

    @Test
    void aHandlersWaitsAndFailuresAreBelowTheEvent() {
        EventHandler handler =
                traces.traced(
                        new Reacting(() -> {
                            RequestWaits.during(
                                    Wait.JOURNAL_READ,
                                    () -> {
                                        long start = System.nanoTime();
                                        while (System.nanoTime() == start) {
                                            Thread.onSpinWait();
                                        }
                                        return 1;
                                    });
                            throw new IllegalStateException("the mail server is away");
                        }));

        assertThatThrownBy(() -> handler.handle(event(SAMPLED)))
                .hasMessage("the mail server is away");

        List<SpanData> made = spans.getFinishedSpanItems();
        assertThat(made)
                .extracting(SpanData::getName)
                .containsExactly("read of the journal", "handle mails");
        SpanData handling = made.getLast();
        assertThat(handling.getTraceId()).isEqualTo(TRACE);
        assertThat(handling.getParentSpanId()).isEqualTo(PARENT);
        assertThat(handling.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(made.getFirst().getParentSpanId()).isEqualTo(handling.getSpanId());
        assertThat(RequestWaits.areRecorded()).isFalse();
        assertThat(traces.traceparent()).isNull();
    }

    @Test
    void anEventThatIsNotSampledIsHandledWithoutASpan() throws Exception {
        EventHandler handler =
                traces.traced(
                        new Reacting(() -> {
                            assertThat(RequestWaits.areRecorded()).isFalse();
                            return 1;
                        }));
        handler.handle(event(null));
        handler.handle(event("00-" + TRACE + "-" + PARENT + "-00"));

        assertThat(spans.getFinishedSpanItems()).isEmpty();
    }
}
