package dev.cobnut.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.compare.Comparison.EventComparison;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What a comparison may say about a session.
class ComparisonTest {

    private static final String COMPILER = "CompileBroker::compiler_thread_loop";

    private static WindowComparison window(SyntheticSession session) {
        return Comparison.of(session.record()).windows().getFirst();
    }

    /// The compiler takes nine times as much, and has more than 40 % of the samples.
    private static SyntheticSession cold(double planted) {
        SyntheticSession session = new SyntheticSession();
        session.profileOfAll = profile -> profile.scale(COMPILER, 9);
        return session.planted(planted);
    }

    /// The compiler explained nearly all of the scatter of the CPU of the process.
    @Test
    void withAProfileTheCpuOfTheProcessIsDescribedAndThatWithoutTheCompilerDecides() {
        RowFamily figures = window(new SyntheticSession()).figures();

        assertThat(figures.row(Figures.PROCESS_CPU).p()).isNull();
        assertThat(figures.row(Figures.OUR_CPU).p()).isNotNull();
    }

    @Test
    void withoutAProfileTheCpuOfTheProcessDecides() {
        SyntheticSession session = new SyntheticSession();
        session.events = List.of();

        assertThat(window(session).figures().row(Figures.PROCESS_CPU).verdict()).isNotNull();
    }

    @Test
    void aWindowWithTooMuchCompilerSaysOnlyWhatNewCodeCosts() {
        WindowComparison window = window(cold(0.3));

        assertThat(window.comparability().unsettled())
                .first()
                .asString()
                .contains("the limit is 25.0 %");
        assertThat(window.comparability().comparable()).isTrue();
        assertThat(window.tables())
                .filteredOn(table -> !table.id().endsWith("-net"))
                .flatMap(RowFamily::rows)
                .extracting(Row::verdict)
                .containsOnly(null, Verdict.NOT_COMPARABLE);
        assertThat(window.events().getFirst().net().row(EventTables.NET).verdict())
                .isEqualTo(Verdict.REGRESSED);
    }

    @Test
    void oneNameHasOneFigure() {
        SyntheticSession session = new SyntheticSession().planted(0.05);
        session.events = List.of(ProfileEvent.values());
        for (EventComparison event : window(session).events()) {
            Map<String, @Nullable Double> figures = new HashMap<>();
            Stream.of(
                            event.exclusive(),
                            event.inclusive(),
                            event.frames(),
                            event.appeared(),
                            event.hotspotLeaves())
                    .flatMap(table -> table.rows().stream())
                    .forEach(row ->
                            assertThat(figures.put(row.name(), row.change()))
                                    .as(event.event() + " " + row.name())
                                    .isNull());
        }
    }

    /// All stacks of the journal pass through the dispatch: two findings there are one.
    @Test
    void aSubsystemWhoseStacksAreNearlyAllInAnotherOneIsNamedWithIt() {
        EventComparison cpu = window(new SyntheticSession()).events().getFirst();

        assertThat(cpu.within()).containsEntry("journal", "dispatch").doesNotContainKey("jit");
        assertThat(cpu.within())
                .noneSatisfy((name, outer) -> assertThat(cpu.within()).containsEntry(outer, name));
    }
}
