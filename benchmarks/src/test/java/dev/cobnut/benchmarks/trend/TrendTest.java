package dev.cobnut.benchmarks.trend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.benchmarks.history.RunEnvironment;
import dev.cobnut.benchmarks.history.RunRecord;
import dev.cobnut.benchmarks.history.Runs;
import dev.cobnut.lab.compare.Row.Better;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class TrendTest {

    /// Sixteen runs; `Slower<1>` takes a quarter more since the ninth, `Same` stays.
    private static List<RunRecord> runs() {
        Random random = new Random(7);
        List<RunRecord> runs = new ArrayList<>();
        for (int r = 0; r < 16; r++) {
            double noise = 1 + 0.01 * random.nextGaussian();
            double level = (r < 8 ? 100 : 125) * noise;
            runs.add(
                    Runs.run(
                            r,
                            "c" + r,
                            List.of(
                                    Runs.measured("Slower<1>", level, level),
                                    Runs.measured("Same", 50 * noise, 50 * noise))));
        }
        return runs;
    }

    private static Series series(List<RunRecord> runs, String name) {
        return Series.of(runs).stream()
                .filter(found -> found.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theRunSinceWhichABenchmarkIsSlowerIsNamed() {
        List<ChangePoint> changes = ChangePoint.of(series(runs(), "Slower<1>"));

        assertThat(changes).hasSize(1);
        ChangePoint change = changes.getFirst();
        assertThat(change.first().commit()).isEqualTo("c8");
        assertThat(change.lastBefore().commit()).isEqualTo("c7");
        assertThat(change.ratio()).isBetween(1.22, 1.28);
        assertThat(change.isWorse(Better.LOWER)).isTrue();
        assertThat(change.isWorse(Better.HIGHER)).isFalse();
        assertThat(ChangePoint.of(series(runs(), "Same"))).isEmpty();
    }

    @Test
    void runsOfAnotherMachineAreNotInTheSeries() {
        List<RunRecord> runs = new ArrayList<>(runs());
        RunEnvironment other = RunEnvironment.of(64, "another", 8, "Linux 6", "JDK 25");
        runs.add(5, Runs.run(99, "x", other, Runs.FLAGS, List.of(Runs.measured("Same", 1.0, 1.0))));

        assertThat(series(runs, "Same").points()).hasSize(16);
        assertThat(Series.of(List.of())).isEmpty();
    }

    @Test
    void thePictureIsXmlWithEveryRunAndTheChange() throws Exception {
        List<TrendSvg.Panel> panels =
                Series.of(runs()).stream()
                        .map(series -> new TrendSvg.Panel(series, ChangePoint.of(series)))
                        .toList();
        String svg = TrendSvg.draw(panels);

        var document =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(svg)));
        assertThat(document.getElementsByTagName("circle").getLength()).isEqualTo(32);
        assertThat(svg).contains("Slower&lt;1&gt;").contains(" ×</text>").doesNotContain("NaN");
    }
}
