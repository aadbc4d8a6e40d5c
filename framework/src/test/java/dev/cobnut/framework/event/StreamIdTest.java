package dev.cobnut.framework.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamIdTest {

    @Test
    void theCategoryEndsAtTheFirstDash() {
        StreamId stream = StreamId.of("order", "0199-ab-7");
        assertThat(stream.value()).isEqualTo("order-0199-ab-7");
        assertThat(stream.category()).isEqualTo("order");
        assertThat(stream.id()).isEqualTo("0199-ab-7");
        assertThat(stream).hasToString("order-0199-ab-7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a-b", "Order-1", "o1_x.y:z-1", "a--", "order-0199_.:-"})
    void whatIsOfTheAlphabetIsAccepted(String value) {
        assertThat(new StreamId(value).value()).isEqualTo(value);
    }

    /// `@` separates the key of the outbox map from its partition key.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "order",
                "order-",
                "-1",
                "1-1",
                "_a-1",
                "order-1 ",
                "order 1-1",
                "order-1@2",
                "order-ä",
                "örder-1",
                "order-1\n",
                "order-1/2",
                "order-1'",
                "order-🥜"
            })
    void everythingElseIsRefusedWithTheRule(String value) {
        assertThatThrownBy(() -> new StreamId(value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("category-id of letters, digits and - _ . :")
                .hasMessageContaining("'" + value + "'");
    }

    @Test
    void theLengthIsBounded() {
        String longest = "order-" + "x".repeat(StreamId.LENGTH_MAX - 6);
        assertThat(new StreamId(longest).value()).hasSize(StreamId.LENGTH_MAX);
        assertThatThrownBy(() -> new StreamId(longest + "x"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aCategoryThatNoStreamIdCanCarryIsRefused() {
        assertThat(StreamId.requireCategory("member_card")).isEqualTo("member_card");
        for (String category : new String[] {"member-card", "", "7up", "ä", "-", "a b"}) {
            assertThatThrownBy(() -> StreamId.requireCategory(category))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + category + "'");
        }
        assertThat(new StreamId("member-card-1").isOf("member")).isTrue();
        assertThat(new StreamId("member-card-1").isOf("member-card")).isFalse();
        assertThat(new StreamId("members-1").isOf("member")).isFalse();
    }
}
