package dev.cobnut.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ResampledTest {

    private static RecordedSession same(int runs) {
        SyntheticSession session = new SyntheticSession();
        session.runs = runs;
        return session.record();
    }

    @Test
    void noSplitIsRepeatedMirroredOrEqualToTheMeasuredOne() {
        RecordedSession session = same(4);
        Resampled all = Resampled.of(session, 1000, 1);
        Set<Set<Set<String>>> seen = new HashSet<>();
        seen.add(Set.of(ids(session, "A"), ids(session, "B")));

        for (Resampled.Outcome drawn : all.drawn()) {
            assertThat(seen.add(Set.of(Set.copyOf(drawn.a()), Set.copyOf(drawn.b())))).isTrue();
        }
        assertThat(all.drawn()).as("8 over 4, halved, without the one that was run").hasSize(34);
    }

    private static Set<String> ids(RecordedSession session, String variant) {
        return Set.copyOf(session.runs(variant).stream().map(run -> run.id()).toList());
    }

    @Test
    void theSameSeedGivesTheSameComparisons() {
        assertThat(Resampled.of(same(4), 10, 7)).isEqualTo(Resampled.of(same(4), 10, 7));
    }

    @Test
    void aSessionWithADifferenceLeavesOutOneRunOfEachVariant() {
        Resampled drawn = Resampled.of(new SyntheticSession().planted(0.05).record(), 100, 1);

        assertThat(drawn.drawn()).hasSize(25);
        assertThat(drawn.drawn()).extracting(Resampled.Outcome::a).allMatch(a -> a.size() == 4);
        assertThat(drawn.drawn()).extracting(Resampled.Outcome::b).allMatch(b -> b.size() == 4);
        assertThat(drawn.withRegressions()).isGreaterThanOrEqualTo(23);
        assertThat(List.copyOf(drawn.drawn())).doesNotHaveDuplicates();
    }
}
