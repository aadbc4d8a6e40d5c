package dev.cobnut.framework.table;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.HexFormat;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Group and order of a row as one text, whose order as a text is that of the group and then of the
/// order. So each question is one range of one SORTED index: Hazelcast would look up both sides of
/// an `AND` and intersect them.
///
/// ```text
/// <group> U+0000 <order> U+0001
///
/// text       its characters; U+0000, U+0001 and U+0002 become U+0002 and U+0002, U+0003, U+0004
/// number     16 hexadecimal digits of the value with its sign bit flipped; dates and times
///            are such numbers, constants of enums are their names
/// ```
final class IndexKey {

    static final String TYPES =
            "an index takes texts, whole numbers, booleans, enum constants, UUIDs, LocalDate,"
                    + " LocalDateTime and Instant";

    private static final char GROUP_END = '\u0000';
    private static final char ORDER_END = '\u0001';
    private static final char ESCAPE = '\u0002';
    private static final HexFormat HEX = HexFormat.of();

    private IndexKey() {}

    /// @param order null when the index has none
    static String of(Object group, @Nullable Object order) {
        return text(group) + GROUP_END + (order == null ? "" : text(order)) + ORDER_END;
    }

    /// At most as large as the keys of a group whose order is at least this one.
    ///
    /// @param order null for the whole group
    static String from(Object group, @Nullable Object order) {
        return text(group) + GROUP_END + (order == null ? "" : text(order));
    }

    /// Larger than the keys of the group whose order is smaller than this one, and smaller than the
    /// others.
    ///
    /// @param order null for the whole group
    static String below(Object group, @Nullable Object order) {
        return order == null
                ? text(group) + ORDER_END
                : text(group) + GROUP_END + text(order) + GROUP_END;
    }

    private static String text(Object value) {
        return switch (value) {
            case String text -> escaped(text);
            case Long number -> digits(number);
            case Integer number -> digits(number);
            case Short number -> digits(number);
            case Byte number -> digits(number);
            case Boolean is -> is ? "1" : "0";
            case Enum<?> constant -> escaped(constant.name());
            case UUID id -> id.toString();
            case LocalDate date -> digits(date.toEpochDay());
            case LocalDateTime time ->
                    digits(time.toLocalDate().toEpochDay())
                            + digits(time.toLocalTime().toNanoOfDay());
            case Instant instant -> digits(instant.getEpochSecond()) + digits(instant.getNano());
            default ->
                    throw new IllegalArgumentException(
                            TYPES + ", but not " + value.getClass().getName());
        };
    }

    private static String digits(long number) {
        return HEX.toHexDigits(number ^ Long.MIN_VALUE);
    }

    private static String escaped(String text) {
        if (text.chars().noneMatch(c -> c <= ESCAPE)) {
            return text;
        }
        StringBuilder escaped = new StringBuilder(text.length() + 2);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ESCAPE) {
                escaped.append(ESCAPE).append((char) (c + ESCAPE));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }
}
