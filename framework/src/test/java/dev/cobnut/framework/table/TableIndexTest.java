package dev.cobnut.framework.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.event.UnusableDomainException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A query passes values of the type that the index has, or is refused.
class TableIndexTest {

    private static final UUID ID = UUID.fromString("019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a55");

    record Row(
            String text,
            long number,
            Integer boxed,
            boolean is,
            LocalDate date,
            LocalDateTime time,
            @Nullable Instant instant,
            UUID id,
            TimeUnit unit,
            Object any,
            BigDecimal price) {}

    private static <V> TableIndex<Row> by(IndexValue<Row, V> group) {
        return TableIndex.of("by", group, null);
    }

    private static final List<Object> VALUES =
            List.of(
                    "text",
                    5L,
                    true,
                    LocalDate.EPOCH,
                    LocalDateTime.of(2026, 1, 1, 0, 0),
                    Instant.EPOCH,
                    0.5);

    static Stream<Arguments> indexes() {
        return Stream.of(
                Arguments.of(by(Row::text), "a"),
                Arguments.of(by(row -> row.text().strip()), "a"),
                Arguments.of(by(Row::id), ID),
                Arguments.of(by(Row::unit), TimeUnit.DAYS),
                Arguments.of(by(Row::number), 7L),
                Arguments.of(by(Row::boxed), 7),
                Arguments.of(by(Row::is), false),
                Arguments.of(by(Row::date), LocalDate.EPOCH),
                Arguments.of(by(Row::time), LocalDateTime.of(2026, 1, 1, 0, 0)),
                Arguments.of(by(Row::instant), Instant.EPOCH),
                Arguments.of(by(row -> row.is() ? row.instant() : null), Instant.EPOCH));
    }

    @ParameterizedTest
    @MethodSource("indexes")
    void anIndexTakesValuesOfOneType(TableIndex<Row> index, Object own) {
        assertThat(index.requireGroup(own)).isSameAs(own);
        assertThat(VALUES)
                .filteredOn(value -> isRefused(index, value))
                .as("all but one")
                .hasSize(VALUES.size() - 1);
    }

    private static boolean isRefused(TableIndex<Row> index, Object value) {
        try {
            index.requireGroup(value);
            return false;
        } catch (IllegalArgumentException refused) {
            assertThat(refused).hasMessageContaining(value.getClass().getSimpleName());
            return true;
        }
    }

    @Test
    void whatIsWrittenInOneFormIsOneType() {
        assertThat(by(Row::number).requireGroup(5)).isEqualTo(5);
        assertThat(by(Row::id).requireGroup(ID.toString())).isEqualTo(ID.toString());
        assertThat(by(Row::unit).requireGroup("DAYS")).isEqualTo("DAYS");
    }

    @Test
    void aFunctionThatDoesNotTellItsTypeTakesAllValues() {
        TableIndex<Row> any = by(Row::any);
        TableIndex<Row> ofClass = by(new Texts());

        assertThat(VALUES)
                .allSatisfy(value -> {
                    assertThat(any.requireGroup(value)).isSameAs(value);
                    assertThat(ofClass.requireGroup(value)).isSameAs(value);
                });
    }

    private static final class Texts implements IndexValue<Row, String> {

        private static final long serialVersionUID = 1;

        @Override
        public String of(Row row) {
            return row.text();
        }
    }

    @Test
    void aTypeWithoutAnOrderIsRefusedWhereTheIndexIsDeclared() {
        assertThatThrownBy(() -> TableIndex.of("by-price", Row::text, Row::price))
                .isInstanceOf(UnusableDomainException.class)
                .hasMessage(
                        "the order of the index by-price has the type java.math.BigDecimal; an index takes texts, whole numbers, booleans, enum constants, UUIDs, LocalDate, LocalDateTime and Instant");
    }
}
