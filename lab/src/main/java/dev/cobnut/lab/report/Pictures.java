package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.RecordedSession;
import dev.cobnut.lab.compare.Row.Side;
import dev.cobnut.lab.flamegraph.Cost;
import dev.cobnut.lab.flamegraph.FlameComparison;
import dev.cobnut.lab.flamegraph.FlameGraphs;
import dev.cobnut.lab.flamegraph.FlameSide;
import dev.cobnut.lab.stacks.StackTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Draws every event of every window.
final class Pictures {

    private static final Pattern PICTURE = Pattern.compile("\\.(png|svg|html)$");

    private final RecordedSession session;
    private final Comparison comparison;

    Pictures(RecordedSession session, Comparison comparison) {
        this.session = session;
        this.comparison = comparison;
    }

    /// Deletes pictures and pages of an earlier comparison that this one does not have. Such a
    /// picture would show numbers that no report contains.
    void write(Path folder) throws IOException {
        Set<Path> written;
        try {
            written =
                    Captions.all(comparison).toList().parallelStream()
                            .flatMap(captions -> draw(captions, folder).stream())
                            .collect(Collectors.toSet());
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        deleteOthers(folder, written);
    }

    private List<Path> draw(Captions captions, Path folder) {
        try {
            return new FlameGraphs(picture(captions)).write(folder, captions.fileName());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void deleteOthers(Path folder, Set<Path> written) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        List<Path> others;
        try (Stream<Path> files = Files.list(folder)) {
            others =
                    files.filter(file -> PICTURE.matcher(file.toString()).find())
                            .filter(file -> !written.contains(file))
                            .toList();
        }
        for (Path other : others) {
            Files.delete(other);
        }
    }

    private FlameComparison picture(Captions captions) {
        WindowComparison window = captions.window();
        StackTable stacks =
                Objects.requireNonNull(
                        session.stacks()
                                .getOrDefault(window.name(), Map.of())
                                .get(captions.event().event()));
        return new FlameComparison(
                captions.title(),
                "%s at %s, %s s, %s"
                        .formatted(
                                comparison.session(),
                                ReportNumbers.rate(window.plannedPerSecond()),
                                ReportNumbers.number(window.seconds()),
                                comparison.date()),
                side(captions, stacks, 0),
                side(captions, stacks, 1),
                captions.badge(),
                session.subsystems(),
                captions.callouts(),
                ReportNumbers.operation(window.per()),
                captions.facts());
    }

    private static FlameSide side(Captions captions, StackTable stacks, int side) {
        Side total = side == 0 ? captions.event().total().a() : captions.event().total().b();
        return new FlameSide(
                captions.sideTitle(side),
                captions.sideCaptions(side),
                stacks,
                captions.window().runs().get(side),
                new Cost(Objects.requireNonNullElse(total.perSecond(), 0.0), perRun(total)));
    }

    private static @Nullable List<Double> perRun(Side total) {
        List<Double> known = total.values().stream().filter(Objects::nonNull).toList();
        return known.size() == total.values().size() ? known : null;
    }
}
