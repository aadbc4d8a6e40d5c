package dev.cobnut.lab.statistics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Adjusted p values for all rows of all tables of a comparison.
///
/// A session tests a hundred rows and more. With a separate Benjamini–Hochberg correction (1995)
/// for each table, each table alone could be wrong at the rate q. With a dozen tables half of all
/// A/A comparisons would then report a change. Therefore the tables are corrected, too, by
/// Benjamini and Bogomolov (2014). The p of a table is Simes' p, which is its smallest adjusted p.
/// Benjamini–Hochberg over the m tables selects R of them. Within the selected tables the rate is
/// q·R/m. When no row differs, the chance of any finding in the whole comparison is at most q. When
/// many rows differ, R is large and the correction is mild.
///
/// The adjusted p of a row is its adjusted p within the table times m/R, to be compared with q.
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

    /// @param p values of the rows of one table
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

    /// The step-up procedure: the k-th smallest p times n/k, and at most the adjusted values above
    /// it.
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
