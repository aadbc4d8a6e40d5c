package dev.cobnut.lab.statistics;

import java.util.ArrayList;
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
///
/// **The few rows that decide come first.** A hundred rows that only explain would take most of
/// their power. They are one family of their own, [#together], with a share of the rate. The other
/// tables have the rest, and the whole rate when the first family found something, as in a fallback
/// procedure (Wiens 2003). When no row differs, the chance of any finding is still at most q. An
/// adjusted p contains the share, so that it is compared with q, too.
public final class Correction {

    private final double[] simes;
    private final double @Nullable [] family;
    private final double rate;
    private final double share;
    private final int selected;
    private final int rows;

    private Correction(
            double[] simes, double @Nullable [] family, double rate, double share, int rows) {
        this.simes = simes;
        this.family = family;
        this.rate = rate * share;
        this.share = share;
        this.rows = rows;
        selected = selected(simes);
    }

    /// @param p values of the rows of each table, null for rows that are not tested
    /// @param rate of all families together
    /// @param share of the rate for these tables
    public static Correction of(List<List<@Nullable Double>> p, double rate, double share) {
        List<double[]> tested =
                p.stream().map(Correction::known).filter(table -> table.length > 0).toList();
        return new Correction(
                tested.stream().mapToDouble(Correction::simes).toArray(),
                null,
                rate,
                share,
                tested.stream().mapToInt(table -> table.length).sum());
    }

    /// The rows of several tables as one family, by Benjamini and Hochberg alone.
    public static Correction together(List<List<@Nullable Double>> p, double rate, double share) {
        double[] rows = p.stream().map(Correction::known).flatMapToDouble(Arrays::stream).toArray();
        return new Correction(new double[] {simes(rows)}, rows, rate, share, rows.length);
    }

    /// Tables with tested rows.
    public int tables() {
        return simes.length;
    }

    /// Tables that have findings.
    public int selected() {
        return selected;
    }

    /// Tested rows.
    public int rows() {
        return rows;
    }

    /// @param p values of the rows of one table
    public List<@Nullable Double> adjust(List<@Nullable Double> p) {
        double factor = (double) simes.length / Math.max(1, selected) / share;
        double[] all = familyOf(p);
        double[] adjusted = benjaminiHochberg(all);
        return fill(p, all, Arrays.stream(adjusted).map(a -> Math.min(1, a * factor)).toArray());
    }

    private double[] familyOf(List<@Nullable Double> p) {
        return family == null ? known(p) : family;
    }

    /// The largest p with which each row would be a finding, when all other rows are as they are:
    /// the significance level of the verdict on that row. A step-up procedure rejects a hypothesis
    /// exactly when its p is at most the level that it would have with p = 0.
    ///
    /// @param p values of the rows of one table
    public List<@Nullable Double> significance(List<@Nullable Double> p) {
        double[] known = familyOf(p);
        double[] others = simes.clone();
        double own = simes(known);
        for (int i = 0; i < others.length; i++) {
            if (others[i] == own) {
                others[i] = 0;
                break;
            }
        }
        double ofTable = rate * selected(others) / simes.length;
        double[] levels = new double[known.length];
        for (int i = 0; i < known.length; i++) {
            double[] found = known.clone();
            found[i] = 0;
            levels[i] = ofTable * rejected(found, ofTable) / known.length;
        }
        return fill(p, known, levels);
    }

    private int selected(double[] ofTables) {
        return rejected(ofTables, rate);
    }

    private static int rejected(double[] p, double rate) {
        return (int)
                Arrays.stream(benjaminiHochberg(p)).filter(adjusted -> adjusted <= rate).count();
    }

    private static double simes(double[] table) {
        return Arrays.stream(benjaminiHochberg(table)).min().orElse(1);
    }

    private static double[] known(List<@Nullable Double> p) {
        return p.stream().filter(Objects::nonNull).mapToDouble(Double::doubleValue).toArray();
    }

    /// Puts the values at the places of the tested rows. Equal p have equal values.
    private static List<@Nullable Double> fill(
            List<@Nullable Double> p, double[] all, double[] values) {
        List<@Nullable Double> filled = new ArrayList<>();
        for (Double row : p) {
            filled.add(row == null ? null : Double.valueOf(values[place(row, all)]));
        }
        return filled;
    }

    private static int place(double p, double[] all) {
        return IntStream.range(0, all.length).filter(i -> all[i] == p).findFirst().orElseThrow();
    }

    /// The step-up procedure: the k-th smallest p times n/k, and at most the adjusted values above
    /// it.
    public static double[] benjaminiHochberg(double[] p) {
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
