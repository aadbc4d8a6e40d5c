package dev.cobnut.framework.event;

import java.io.Serial;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.ext.javatime.deser.InstantDeserializer;
import tools.jackson.databind.module.SimpleModule;

/// Reads times as Jackson writes an [Instant], `2026-11-24T23:48:52.123456Z`, without a formatter.
/// Jackson reads every other form, with its own errors.
///
/// ```java
/// JsonEventCodec.of(CardEvent.class, JsonMapper.builder().addModule(new IsoInstants()).build())
/// ```
public final class IsoInstants extends SimpleModule {

    @Serial private static final long serialVersionUID = 1;

    private static final String FORM = "yyyy-MM-ddTHH:mm:ss";
    private static final int NANO_DIGITS = 9;

    public IsoInstants() {
        super("cobnut-iso-instants");
        addDeserializer(Instant.class, new Reading());
    }

    /// @return null when the text has another form, or is no time
    static @Nullable Instant read(String text) {
        int end = text.length() - 1;
        if (end < FORM.length() || text.charAt(end) != 'Z' || !hasSeparators(text)) {
            return null;
        }
        int year = number(text, 0, 4);
        int month = number(text, 5, 7);
        int day = number(text, 8, 10);
        int hour = number(text, 11, 13);
        int minute = number(text, 14, 16);
        int second = number(text, 17, 19);
        int nanos = end == FORM.length() ? 0 : nanos(text, end);
        if ((year | month | day | hour | minute | second | nanos) < 0
                || hour > 23
                || minute > 59
                || second > 59) {
            return null;
        }
        try {
            long days = LocalDate.of(year, month, day).toEpochDay();
            return Instant.ofEpochSecond(
                    TimeUnit.DAYS.toSeconds(days) + hour * 3_600L + minute * 60L + second, nanos);
        } catch (DateTimeException _) {
            return null; // Jackson says what is wrong with it
        }
    }

    private static boolean hasSeparators(String text) {
        return text.charAt(4) == '-'
                && text.charAt(7) == '-'
                && text.charAt(10) == 'T'
                && text.charAt(13) == ':'
                && text.charAt(16) == ':';
    }

    /// The digits of a fraction that ends before `end`, as nanoseconds; -1 when there is none.
    private static int nanos(String text, int end) {
        int begin = FORM.length() + 1;
        int digits = end - begin;
        if (text.charAt(FORM.length()) != '.' || digits < 1 || digits > NANO_DIGITS) {
            return -1;
        }
        int nanos = number(text, begin, end);
        for (int i = digits; i < NANO_DIGITS; i++) {
            nanos *= 10;
        }
        return nanos;
    }

    /// @return -1 when a character is not a digit
    private static int number(String text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = 10 * value + digit;
        }
        return value;
    }

    private static final class Reading extends StdScalarDeserializer<Instant> {

        Reading() {
            super(Instant.class);
        }

        /// Jackson reads a property with a format of its own, and truncates where it is told to.
        @Override
        public ValueDeserializer<?> createContextual(
                DeserializationContext context, @Nullable BeanProperty property) {
            ValueDeserializer<?> jackson =
                    InstantDeserializer.INSTANT.createContextual(context, property);
            return jackson.equals(InstantDeserializer.INSTANT)
                            && !context.isEnabled(DateTimeFeature.TRUNCATE_TO_MSECS_ON_READ)
                    ? this
                    : jackson;
        }

        @Override
        public Instant deserialize(JsonParser parser, DeserializationContext context) {
            Instant read =
                    parser.hasToken(JsonToken.VALUE_STRING) ? read(parser.getString()) : null;
            return read == null ? InstantDeserializer.INSTANT.deserialize(parser, context) : read;
        }
    }
}
