package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.SessionFolder;
import dev.cobnut.lab.template.Templates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The pages that list all compared sessions below a root, newest first:
///
/// ```text
/// docs/sessions/README.md        one line for each session, with its decision
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
                Comparator.comparing(Comparison::started)
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
        List<List<String>> rows =
                compared.stream()
                        .map(comparison ->
                                List.of(
                                        comparison.date().toString(),
                                        SessionReport.cell(comparison.title()),
                                        comparison.session(),
                                        SessionReport.cell(comparison.question()),
                                        SessionReport.cell(
                                                SessionDecision.of(comparison).sentence())))
                        .toList();
        return Templates.fill(SessionIndex.class, "sessions.md", Map.of("rows", rows));
    }

    private static String index(Comparison comparison) {
        return Templates.fill(
                SessionIndex.class,
                "files.md",
                Map.of(
                        "comparison",
                        comparison,
                        "decision",
                        SessionDecision.of(comparison).sentence(),
                        "numbers",
                        ReportNumbers.OF_TEMPLATES));
    }
}
