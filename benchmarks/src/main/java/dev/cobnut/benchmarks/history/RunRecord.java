package dev.cobnut.benchmarks.history;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// One run: the results of all cases that were measured in turns.
///
/// @param id time and commit, such as `20261121-210500-51d72f4`
/// @param commit commit of the sources, followed by `+` when they had changes
/// @param label free text: `full`, `quick`
/// @param flags JVM flags of the forks
/// @param disturbed why the figures are doubtful, a sentence each; empty when they are not
/// @param failed the cases that could not be measured, a sentence each with the reason
public record RunRecord(
        int schema,
        String id,
        Instant at,
        String commit,
        String label,
        RunEnvironment place,
        List<String> flags,
        List<String> disturbed,
        List<String> failed,
        List<BenchmarkResult> results) {

    public static final int SCHEMA = 1;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);
    private static final int SHORT_COMMIT = 7;

    public RunRecord {
        if (schema != SCHEMA) {
            throw new IllegalArgumentException(
                    "written in form " + schema + ", and this program reads form " + SCHEMA);
        }
        flags = List.copyOf(flags);
        disturbed = List.copyOf(disturbed);
        failed = List.copyOf(failed);
        results = List.copyOf(results);
    }

    public static RunRecord of(
            Instant at,
            String commit,
            String label,
            RunEnvironment place,
            List<String> flags,
            List<String> disturbed,
            List<String> failed,
            List<BenchmarkResult> results) {
        String id =
                TIME.format(at)
                        + "-"
                        + commit.substring(0, Math.min(SHORT_COMMIT, commit.length()));
        return new RunRecord(
                SCHEMA, id, at, commit, label, place, flags, disturbed, failed, results);
    }

    /// True when the sources were those of a commit, without changes.
    public boolean hasACommit() {
        return !commit.endsWith("+") && !commit.equals("unknown");
    }

    public Map<String, BenchmarkResult> byKey() {
        Map<String, BenchmarkResult> byKey = new HashMap<>();
        results.forEach(measured -> byKey.put(measured.key(), measured));
        return byKey;
    }
}
