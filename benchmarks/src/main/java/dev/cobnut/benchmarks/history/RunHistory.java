package dev.cobnut.benchmarks.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The recorded runs of a folder, the oldest first.
///
/// @param folder folder of the `*.jsonl` files; it may be absent
public record RunHistory(Path folder, List<RunRecord> runs) {

    private static final String ENDING = ".jsonl";

    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
                    .changeDefaultPropertyInclusion(
                            value -> value.withValueInclusion(JsonInclude.Include.ALWAYS))
                    .build();

    /// @throws InvalidInputException when a line is not a run
    public static RunHistory in(Path folder) throws IOException {
        List<RunRecord> runs = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            List<Path> files;
            try (Stream<Path> found = Files.list(folder)) {
                files = found.filter(file -> file.toString().endsWith(ENDING)).sorted().toList();
            }
            for (Path file : files) {
                runs.addAll(read(file));
            }
        }
        runs.sort(Comparator.comparing(RunRecord::at));
        return new RunHistory(folder, List.copyOf(runs));
    }

    /// Reads one run per line and skips empty lines.
    static List<RunRecord> read(Path file) throws IOException {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (CharacterCodingException e) {
            throw new InvalidInputException(
                    file + " is not a text file, so it cannot be a history.", e);
        }
        List<RunRecord> runs = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                runs.add(parse(lines.get(i), "line " + (i + 1) + " of " + file));
            }
        }
        return runs;
    }

    static RunRecord parse(String json, String where) {
        try {
            return JSON.readValue(json, RunRecord.class);
        } catch (JacksonException | NullPointerException e) {
            String reason = e.getMessage() == null ? "something is missing" : e.getMessage();
            throw new InvalidInputException(
                    where
                            + " is not a recorded run: "
                            + reason.lines().findFirst().orElse("").strip()
                            + ".",
                    e);
        }
    }

    public static String json(RunRecord run) {
        return JSON.writeValueAsString(run);
    }

    /// Adds a line to the file of the run's machine.
    ///
    /// @return the file
    public static Path append(Path folder, RunRecord run) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve(run.place().machine() + ENDING);
        Files.writeString(
                file,
                json(run) + "\n",
                StandardCharsets.UTF_8,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        return file;
    }

    /// Finds a run by its name: `latest`, `latest~2` (two before it), the beginning of an id or of
    /// a commit, a label (the newest of several), or a file (its last run).
    ///
    /// @throws InvalidInputException when there is none
    public RunRecord find(String name) throws IOException {
        Path file = Path.of(name);
        if (Files.isRegularFile(file)) {
            List<RunRecord> inFile = read(file);
            if (inFile.isEmpty()) {
                throw new InvalidInputException("There is no run in " + file + ".");
            }
            return inFile.getLast();
        }
        if (runs.isEmpty()) {
            throw new InvalidInputException(
                    "Nothing has been recorded in "
                            + folder
                            + " yet: ./cobnut bench --record writes the first run.");
        }
        if (name.matches("latest(~\\d{1,6})?")) {
            int back = name.equals("latest") ? 0 : Integer.parseInt(name.substring(7));
            if (back >= runs.size()) {
                throw new InvalidInputException(
                        "There are only " + runs.size() + " recorded runs: no " + name + ".");
            }
            return runs.get(runs.size() - 1 - back);
        }
        return runs.stream()
                .filter(run ->
                        run.id().startsWith(name)
                                || run.commit().startsWith(name)
                                || run.label().equals(name))
                .reduce((_, newer) -> newer)
                .orElseThrow(() ->
                        new InvalidInputException(
                                "No recorded run is called '"
                                        + name
                                        + "', and no file; there are "
                                        + newest()
                                        + "."));
    }

    private String newest() {
        return runs.reversed().stream()
                        .limit(5)
                        .map(run -> run.id() + " (" + run.label() + ")")
                        .collect(Collectors.joining(", "))
                + (runs.size() > 5 ? " and older ones" : "");
    }
}
