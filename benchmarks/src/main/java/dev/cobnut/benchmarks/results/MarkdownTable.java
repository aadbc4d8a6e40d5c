package dev.cobnut.benchmarks.results;

import java.util.ArrayList;
import java.util.List;

/// A table in Markdown. The first columns are text, the others are numbers.
public final class MarkdownTable {

    private final List<List<String>> lines = new ArrayList<>();
    private final int textColumns;

    /// @param textColumns how many columns from the left are text
    public MarkdownTable(int textColumns, String... heads) {
        this.textColumns = textColumns;
        lines.add(List.of(heads));
    }

    public void row(String... cells) {
        lines.add(List.of(cells));
    }

    public void row(List<String> cells) {
        lines.add(List.copyOf(cells));
    }

    public String text() {
        StringBuilder text = new StringBuilder();
        append(text, lines.getFirst());
        List<String> rule = new ArrayList<>();
        for (int i = 0; i < lines.getFirst().size(); i++) {
            rule.add(i < textColumns ? "---" : "--:");
        }
        append(text, rule);
        lines.subList(1, lines.size()).forEach(line -> append(text, line));
        return text.toString();
    }

    private static void append(StringBuilder text, List<String> cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    /// The name of a frame or class, as code in a cell.
    public static String code(String name) {
        return "`" + name.replace("|", "\\|").replace("`", "'") + "`";
    }
}
