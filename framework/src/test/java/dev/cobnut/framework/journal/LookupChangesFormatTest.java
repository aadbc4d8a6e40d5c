package dev.cobnut.framework.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class LookupChangesFormatTest {

    @Provide
    Arbitrary<List<LookupChange>> changes() {
        Arbitrary<String> texts =
                Arbitraries.of("a", "b", "+", "-", "é", "\uFFFD", "\uD83D\uDE00", "order-1 \n")
                        .list()
                        .ofMinSize(1)
                        .ofMaxSize(3)
                        .map(parts -> String.join("", parts));
        return Combinators.combine(texts, texts, texts, Arbitraries.of(true, false))
                .as((name, group, item, put) ->
                        put
                                ? new LookupChange.Put(0, name, group, item)
                                : (LookupChange) new LookupChange.Remove(0, name, group, item))
                .list()
                .ofMaxSize(20);
    }

    @Property
    void changesAreReadAsTheyWereWritten(@ForAll("changes") List<LookupChange> changes) {
        assertThat(LookupChangesFormat.decode(LookupChangesFormat.encode(changes)))
                .isEqualTo(changes);
    }

    @Test
    void damagedBytesAreRefused() {
        for (String damaged : List.of("?a\0b\0c\0", "+a\0b\0c", "+a\0b\0c\0-", "x")) {
            assertThatThrownBy(() ->
                            LookupChangesFormat.decode(damaged.getBytes(StandardCharsets.UTF_8)))
                    .as(damaged)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("damaged at character");
        }
    }
}
