package dev.cobnut.framework.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// Texts of index keys have the order of the values, and every range has exactly its keys.
class IndexKeyPropertyTest {

    /// Few characters, those with a meaning among them, so that prefixes and ends meet.
    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings()
                .withChars('\u0000', '\u0001', '\u0002', '\u0003', 'a', '\uffff')
                .ofMaxLength(4);
    }

    @Property
    void rangesOfTextsAreExact(
            @ForAll("texts") String group,
            @ForAll("texts") String order,
            @ForAll("texts") String askedGroup,
            @ForAll("texts") String from,
            @ForAll("texts") String below) {
        assertExact(group, order, askedGroup, from, below, Comparator.naturalOrder());
    }

    @Property
    void rangesOfNumbersAreExact(@ForAll long order, @ForAll long from, @ForAll long below) {
        assertExact(7, order, 7, from, below, Comparator.naturalOrder());
    }

    @Property
    void rangesOfTimesAreExact(
            @ForAll("instants") Instant order,
            @ForAll("instants") Instant from,
            @ForAll("instants") Instant below) {
        assertExact("g", order, "g", from, below, Comparator.naturalOrder());
    }

    @Provide
    Arbitrary<Instant> instants() {
        return Arbitraries.integers()
                .between(-3, 3)
                .tuple2()
                .map(pair -> Instant.ofEpochSecond(pair.get1(), pair.get2()));
    }

    @Property
    void rangesOfDatesAreExact(
            @ForAll("dates") LocalDate order,
            @ForAll("dates") LocalDate from,
            @ForAll("dates") LocalDate below) {
        assertExact(true, order, true, from, below, Comparator.naturalOrder());
    }

    @Provide
    Arbitrary<LocalDate> dates() {
        return Arbitraries.integers().between(-3, 3).map(LocalDate::ofEpochDay);
    }

    private static <T> void assertExact(
            Object group, T order, Object askedGroup, T from, T below, Comparator<T> comparator) {
        String key = IndexKey.of(group, order);
        boolean inGroup = group.equals(askedGroup);
        boolean reachesFrom = comparator.compare(order, from) >= 0;
        boolean isBelow = comparator.compare(order, below) < 0;
        assertThat(isIn(key, IndexKey.from(askedGroup, null), IndexKey.below(askedGroup, null)))
                .isEqualTo(inGroup);
        assertThat(isIn(key, IndexKey.from(askedGroup, from), IndexKey.below(askedGroup, null)))
                .isEqualTo(inGroup && reachesFrom);
        assertThat(isIn(key, IndexKey.from(askedGroup, null), IndexKey.below(askedGroup, below)))
                .isEqualTo(inGroup && isBelow);
    }

    /// As `BETWEEN` of the map: both ends are in it.
    private static boolean isIn(String key, String lower, String upper) {
        return key.compareTo(lower) >= 0 && key.compareTo(upper) <= 0;
    }

    @Example
    void aValueWithoutAnOrderIsRefusedWithTheTypesThatHaveOne() {
        List<Function<Object, String>> all =
                List.of(value -> IndexKey.of(value, null), value -> IndexKey.from("g", value));
        for (Function<Object, String> one : all) {
            assertThatThrownBy(() -> one.apply(BigDecimal.ONE))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "an index takes texts, whole numbers, booleans, enum constants, UUIDs,"
                                    + " LocalDate, LocalDateTime and Instant, but not java.math.BigDecimal");
        }
    }
}
