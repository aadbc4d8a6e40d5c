package dev.cobnut.benchmarks.jmh.outbox;

import com.hazelcast.config.CompactSerializationConfig;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.internal.serialization.Data;
import com.hazelcast.internal.serialization.InternalSerializationService;
import com.hazelcast.internal.serialization.impl.DefaultSerializationServiceBuilder;
import com.hazelcast.internal.serialization.impl.compact.Schema;
import com.hazelcast.internal.serialization.impl.compact.SchemaService;
import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.benchmarks.jmh.Question;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.orders.OrderDecider;
import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.orders.domain.OrderEvent.OrderPlaced;
import dev.cobnut.orders.domain.OrderLine;
import dev.cobnut.orders.domain.ShippingAddress;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// Contenders: `json` encodes the event as the journal stores it and decodes it, `compact` is
/// Hazelcast's Compact format of the same fields, `bytes` passes on the bytes that the journal has.
@Question(
        value = "What does it cost to bring an order into a map, and out of it again?",
        ceiling = "`bytes`: an array is copied and its content is not looked at.",
        machine = "One thread; nothing waits.")
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SerializationBenchmark {

    private static final OrderPlaced ORDER =
            new OrderPlaced(
                    UUID.fromString("01980000-0000-7000-8000-000000000001"),
                    "customer-7",
                    Currency.getInstance("EUR"),
                    List.of(
                            new OrderLine("hazel-500", 2, new BigDecimal("17.99")),
                            new OrderLine("walnut-250", 1, new BigDecimal("9.50"))),
                    new BigDecimal("45.48"),
                    new ShippingAddress(
                            "Corylus Avellana", "Nussweg 7", null, "Hamburg", "20095", "DE"),
                    Instant.parse("2026-01-02T03:04:05.678901Z"));

    @Param({"json", "compact", "bytes"})
    String contender;

    private Supplier<Data> write;
    private Function<Data, Object> read;
    private Data written;

    @Setup
    public void open() {
        InternalSerializationService maps = serialization();
        EventCodec<OrderEvent> codec = new OrderDecider().codec();
        Payload stored = codec.encode(ORDER);
        switch (contender) {
            case "json" -> {
                write = () -> maps.toData(codec.encode(ORDER).bytes());
                read =
                        data ->
                                codec.decode(
                                        codec.type(ORDER),
                                        codec.schemaVersion(ORDER),
                                        Payload.of(maps.<byte[]>toObject(data)));
            }
            case "compact" -> {
                write = () -> maps.toData(ORDER);
                read = maps::toObject;
            }
            case "bytes" -> {
                write = () -> maps.toData(stored.bytes());
                read = data -> Payload.of(maps.<byte[]>toObject(data));
            }
            default -> throw new InvalidInputException("no contender is named " + contender);
        }
        written = write.get();
        Object expected = contender.equals("bytes") ? stored : ORDER;
        if (!read.apply(written).equals(expected)) {
            throw new IllegalStateException("what was read is not what was written");
        }
    }

    @Benchmark
    public Data in() {
        return write.get();
    }

    @Benchmark
    public Object out() {
        return read.apply(written);
    }

    private static InternalSerializationService serialization() {
        SerializationConfig config = new SerializationConfig();
        CompactSerializationConfig compact = config.getCompactSerializationConfig();
        compact.addSerializer(new CompactOrder.OfOrder())
                .addSerializer(new CompactOrder.OfLine())
                .addSerializer(new CompactOrder.OfAddress());
        return new DefaultSerializationServiceBuilder()
                .setConfig(config)
                .setSchemaService(new KnownSchemas())
                .build();
    }

    /// The schemas of one process.
    private static final class KnownSchemas implements SchemaService {

        private final Map<Long, Schema> byId = new HashMap<>();

        @Override
        public @Nullable Schema get(long schemaId) {
            return byId.get(schemaId);
        }

        @Override
        public void put(Schema schema) {
            byId.put(schema.getSchemaId(), schema);
        }

        @Override
        public void putLocal(Schema schema) {
            put(schema);
        }
    }
}
