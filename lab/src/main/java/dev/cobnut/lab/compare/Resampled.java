package dev.cobnut.lab.compare;

import dev.cobnut.lab.measurement.Run;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.numbers.combinatorics.BinomialCoefficient;

/// The verdicts of comparisons that were resampled from recorded runs: `resampled.json`.
///
/// In an A/A session all runs measure the same thing, so any half of them can stand for A and the
/// other half for B. Splits are random, and no split is used twice, mirrored, or equal to the
/// measured one. In a session with a difference, one run of each variant is left out. Fewer runs
/// detect less, so this does not overstate how often the difference is found. No comparison uses a
/// run twice, because that would make runs look more alike than they are. The comparisons share
/// runs: they show how much the verdict depends on single runs, not how it would vary from day to
/// day.
///
/// @param asked requested comparisons; there may be fewer different ones
/// @param drawn one outcome for each resampled comparison
public record Resampled(boolean sameVariants, int asked, long seed, List<Outcome> drawn) {

    /// @param a runs that stood for A; `b` likewise
    /// @param improved rows with that verdict, as `window table row`; `regressed` likewise
    public record Outcome(
            List<String> a,
            List<String> b,
            boolean comparable,
            List<String> improved,
            List<String> regressed) {

        public boolean foundSomething() {
            return !improved.isEmpty() || !regressed.isEmpty();
        }
    }

    public long withFindings() {
        return drawn.stream().filter(Outcome::foundSomething).count();
    }

    public long withRegressions() {
        return drawn.stream().filter(outcome -> !outcome.regressed().isEmpty()).count();
    }

    /// @param comparisons at least one
    public static Resampled of(RecordedSession session, int comparisons, long seed) {
        boolean same = session.isSameVariants();
        List<List<Run>> draws =
                same ? splits(session, comparisons, seed) : leaveOneOut(session, comparisons, seed);
        return new Resampled(
                same,
                comparisons,
                seed,
                draws.stream().map(runs -> outcome(session.withRuns(runs))).toList());
    }

    /// The verdicts of a comparison.
    public static Outcome outcome(RecordedSession session) {
        Comparison comparison = Comparison.of(session);
        return new Outcome(
                ids(session, "A"),
                ids(session, "B"),
                comparison.windows().stream().allMatch(w -> w.comparability().comparable()),
                rows(comparison, Verdict.IMPROVED),
                rows(comparison, Verdict.REGRESSED));
    }

    private static List<String> ids(RecordedSession session, String variant) {
        return session.runs(variant).stream().map(Run::id).toList();
    }

    private static List<String> rows(Comparison comparison, Verdict verdict) {
        List<String> found = new ArrayList<>();
        for (Comparison.WindowComparison window : comparison.windows()) {
            for (RowFamily table : window.tables()) {
                for (Row row : table.rows()) {
                    if (row.verdict() == verdict) {
                        found.add("%s %s %s".formatted(window.name(), table.id(), row.name()));
                    }
                }
            }
        }
        return List.copyOf(found);
    }

    /// Splits without repetition, without mirrored splits, and without the measured one.
    private static List<List<Run>> splits(RecordedSession session, int comparisons, long seed) {
        List<Run> runs = session.runs();
        Set<Integer> recorded = new HashSet<>();
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            order.add(i);
            if (runs.get(i).variant().equals("A")) {
                recorded.add(i);
            }
        }
        int ofA = recorded.size();
        long ways =
                BinomialCoefficient.value(runs.size(), ofA) / (2 * ofA == runs.size() ? 2 : 1) - 1;
        Random random = new Random(seed);
        Set<Set<Integer>> seen = new HashSet<>(List.of(unmirrored(recorded, runs.size())));
        List<Set<Integer>> chosen = new ArrayList<>();
        while (chosen.size() < Math.min(comparisons, ways)) {
            Collections.shuffle(order, random);
            Set<Integer> members = unmirrored(Set.copyOf(order.subList(0, ofA)), runs.size());
            if (seen.add(members)) {
                chosen.add(members);
            }
        }
        return chosen.stream().map(members -> split(runs, members)).toList();
    }

    /// Returns the half with the first run, of two halves of the same size.
    private static Set<Integer> unmirrored(Set<Integer> members, int of) {
        if (2 * members.size() != of || members.contains(0)) {
            return Set.copyOf(members);
        }
        return IntStream.range(0, of)
                .boxed()
                .filter(i -> !members.contains(i))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static List<Run> split(List<Run> runs, Set<Integer> ofA) {
        return IntStream.range(0, runs.size())
                .mapToObj(i -> runs.get(i).as(ofA.contains(i) ? "A" : "B"))
                .toList();
    }

    private static List<List<Run>> leaveOneOut(
            RecordedSession session, int comparisons, long seed) {
        List<List<Run>> draws = new ArrayList<>();
        for (Run a : session.runs("A")) {
            for (Run b : session.runs("B")) {
                draws.add(
                        session.runs().stream()
                                .filter(run -> !run.id().equals(a.id()) && !run.id().equals(b.id()))
                                .toList());
            }
        }
        Collections.shuffle(draws, new Random(seed));
        return draws.subList(0, Math.min(comparisons, draws.size()));
    }
}
