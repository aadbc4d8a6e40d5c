package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.EventComparison;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.SessionFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The pages that list all compared sessions below a root, newest first:
///
/// ```text
/// docs/sessions/README.md        one line for each session, with its finding
/// flamegraphs/NAME/README.md     the files of one session
/// flamegraphs/index.html         the gallery: opens from disk, needs nothing else
/// ```
final class SessionIndex {

    private final Path root;
    private final List<Comparison> compared;

    private SessionIndex(Path root, List<Comparison> compared) {
        this.root = root;
        this.compared = compared;
    }

    static SessionIndex below(Path root) throws IOException {
        List<Comparison> compared = new ArrayList<>();
        Path sessions = root.resolve("docs").resolve("sessions");
        if (Files.isDirectory(sessions)) {
            List<Path> folders;
            try (Stream<Path> list = Files.list(sessions)) {
                folders = list.filter(Files::isDirectory).sorted().toList();
            }
            for (Path folder : folders) {
                SessionFolder session = new SessionFolder(folder);
                if (session.isCompared()) {
                    compared.add(session.comparison());
                }
            }
        }
        compared.sort(
                Comparator.comparing(Comparison::date)
                        .reversed()
                        .thenComparing(Comparison::session));
        return new SessionIndex(root, compared);
    }

    int size() {
        return compared.size();
    }

    void write() throws IOException {
        write(root.resolve("docs").resolve("sessions").resolve("README.md"), list());
        for (Comparison comparison : compared) {
            write(
                    root.resolve("flamegraphs").resolve(comparison.session()).resolve("README.md"),
                    index(comparison));
        }
        write(root.resolve("flamegraphs").resolve("index.html"), Gallery.of(compared));
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text);
    }

    private String list() {
        MarkdownTable table = new MarkdownTable(3, "Date", "Session", "Finding");
        for (Comparison comparison : compared) {
            table.row(
                    comparison.date().toString(),
                    "[%s](%s/report.md)"
                            .formatted(
                                    MarkdownTable.cell(comparison.title()), comparison.session()),
                    MarkdownTable.cell(FindingSentences.finding(comparison)));
        }
        return """
        # Sessions

        Each session measures two variants of the service side by side. The newest session comes \
        first. `./cobnut session report` writes this list from each session's `comparison.json`.

        %s
        """
                .formatted(table.text())
                .stripTrailing()
                .concat("\n");
    }

    private static String index(Comparison comparison) {
        MarkdownTable table =
                new MarkdownTable(
                        5,
                        "Window",
                        "Event",
                        "Pictures",
                        "Page",
                        "Stacks",
                        "Samples A",
                        "Samples B");
        for (WindowComparison window : comparison.windows()) {
            for (EventComparison event : window.events()) {
                Captions captions = new Captions(comparison, window, event);
                String file = captions.fileName();
                table.row(
                        window.name(),
                        event.event().id(),
                        captions.links(file),
                        "[page](%s.html)".formatted(file),
                        "[stacks](stacks/%s.stacks.gz)".formatted(file),
                        ReportNumbers.count(event.samples().getFirst()),
                        ReportNumbers.count(event.samples().getLast()));
            }
        }
        return """
        # %s

        %s

        [Report](../../docs/sessions/%s/report.md)

        %s
        """
                .formatted(
                        comparison.title(),
                        FindingSentences.finding(comparison),
                        comparison.session(),
                        table.text())
                .stripTrailing()
                .concat("\n");
    }
}
