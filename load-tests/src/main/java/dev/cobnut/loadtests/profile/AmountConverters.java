package dev.cobnut.loadtests.profile;

import dev.cobnut.lab.plan.Amounts;
import java.time.Duration;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Converts the profiler's intervals from the text of the command line.
final class AmountConverters {

    private AmountConverters() {}

    private static <T> T convert(String text, Function<String, T> amount) {
        try {
            return amount.apply(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /// `500us`, `5ms`, `1s`.
    static final class Time implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return AmountConverters.convert(text, Amounts::duration);
        }
    }

    /// `512k`, `1m`, `65536`.
    static final class Size implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            return AmountConverters.convert(text, Amounts::bytes);
        }
    }
}
