package dev.cobnut.lab.statistics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Adjusted p values for all rows of all tables of a comparison.
///
/// A session looks at a hundred rows and more. Benjamini and Hochberg (1995) within each table
/// would let each table be wrong at the rate q on its own; with a dozen tables half of all A/A
/// comparisons would find something. So the tables are corrected, too, by Benjamini and Bogomolov
/// (2014): a table's p is Simes' (its smallest adjusted one); Benjamini–Hochberg over the m tables
/// selects R of them, and within these the rate is q·R/m. When nothing differs at all, the chance
/// that anything is called is at most q for the whole comparison; when much differs, R grows and
/// the price falls.
///
/// Said as an adjusted p: the table's own adjusted p, times m/R, to be held against q.
public record Correction(int tables, int selected, int rows) {

    /// @param p values of the rows of each table, null for rows that are not tested
    public static Correction of(List<List<@Nullable Double>> p, double rate) {
        double[] simes =
                p.stream()
                        .filter(table -> table.stream().anyMatch(Objects::nonNull))
                        .mapToDouble(Correction::simes)
                        .toArray();
        double[] adjusted = benjaminiHochberg(simes);
        int selected = (int) Arrays.stream(adjusted).filter(a -> a <= rate).count();
        int rows = (int) p.stream().flatMap(List::stream).filter(Objects::nonNull).count();
        return new Correction(simes.length, selected, rows);
    }

    private static double simes(List<@Nullable Double> table) {
        return Arrays.stream(
                        benjaminiHochberg(
                                table.stream()
                                        .filter(Objects::nonNull)
                                        .mapToDouble(Double::doubleValue)
                                        .toArray()))
                .min()
                .orElse(1);
    }

    /// @param p of the rows of one table
    public List<@Nullable Double> adjust(List<@Nullable Double> p) {
        double factor = (double) tables / Math.max(1, selected);
        double[] known =
                benjaminiHochberg(
                        p.stream()
                                .filter(Objects::nonNull)
                                .mapToDouble(Double::doubleValue)
                                .toArray());
        var next = Arrays.stream(known).iterator();
        return p.stream()
                .<@Nullable Double>map(
                        value -> value == null ? null : Math.min(1, next.next() * factor))
                .toList();
    }

    /// Step-up: the k-th smallest of n times n/k, and no larger than those above it.
    static double[] benjaminiHochberg(double[] p) {
        List<Integer> order =
                IntStream.range(0, p.length)
                        .boxed()
                        .sorted(Comparator.comparingDouble(i -> p[i]))
                        .toList();
        double[] adjusted = new double[p.length];
        double least = 1;
        for (int k = p.length; k >= 1; k--) {
            int i = order.get(k - 1);
            least = Math.min(least, p[i] * p.length / k);
            adjusted[i] = least;
        }
        return adjusted;
    }
}
