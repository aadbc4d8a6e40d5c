package dev.cobnut.framework.autoconfigure.settings;

/// The number of single mistakes between two texts: a character too much, one too few, another one,
/// or two neighbours that changed places (optimal string alignment).
public final class EditDistance {

    private EditDistance() {}

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
