package dev.cobnut.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// The check of the crash test sees what it looks for.
class ArrivalTest {

    private static final Arrival ONE = new Arrival("a", "card-1", 1);
    private static final Arrival TWO = new Arrival("b", "card-1", 2);
    private static final Arrival THREE = new Arrival("c", "card-1", 3);
    private static final Arrival OTHER = new Arrival("d", "card-2", 1);
    private static final List<Arrival> JOURNAL = List.of(ONE, TWO, THREE, OTHER);

    @Test
    void repetitionsInOrderAreNoFault() {
        assertThat(Arrival.faults(JOURNAL, List.of(ONE, OTHER, TWO, ONE, TWO, THREE, TWO, OTHER)))
                .isEmpty();
    }

    @Test
    void aLossAWrongOrderAndAnUnknownEventAreFaults() {
        List<String> lost = Arrival.faults(JOURNAL, List.of(ONE, TWO, OTHER));
        assertThat(lost).containsExactly("missing: " + THREE);
        List<String> swapped = Arrival.faults(JOURNAL, List.of(ONE, THREE, TWO, OTHER));
        assertThat(Arrival.count(swapped, "wrong order")).isEqualTo(2);
        List<String> unknown =
                Arrival.faults(
                        JOURNAL, List.of(ONE, TWO, THREE, OTHER, new Arrival("e", "card-1", 3)));
        assertThat(Arrival.count(unknown, "unknown")).isEqualTo(1);
    }
}
