package dev.cobnut.framework.autoconfigure.settings;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/// The number of single mistakes between two texts: a character too much, one too few, another one,
/// or two neighbours that changed places (optimal string alignment).
public final class EditDistance {

    /// Names that differ more than in this part of their characters were not meant for each other.
    private static final int NEAR_DIVISOR = 3;

    private EditDistance() {}

    /// The candidate that is most similar to a text; null when none is near. One is near when a
    /// third of the text's characters are mistakes, or fewer.
    static @Nullable String nearest(String text, Collection<String> candidates) {
        return nearest(text, candidates, text.length() / NEAR_DIVISOR);
    }

    /// The same, and none that has more mistakes than a number.
    static @Nullable String nearest(String text, Collection<String> candidates, int mistakesMax) {
        String nearest = null;
        int fewest = Math.min(mistakesMax, text.length() / NEAR_DIVISOR) + 1;
        for (String candidate : candidates) {
            if (Math.abs(text.length() - candidate.length()) >= fewest) {
                continue; // each character more or less is a mistake
            }
            int mistakes = between(text, candidate);
            if (mistakes < fewest) {
                nearest = candidate;
                fewest = mistakes;
            }
        }
        return nearest;
    }

    public static int between(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int other = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(last[j] + 1, row[j - 1] + 1), last[j - 1] + other);
                if (i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            int[] oldest = beforeLast;
            beforeLast = last;
            last = row;
            row = oldest;
        }
        return last[b.length()];
    }
}
