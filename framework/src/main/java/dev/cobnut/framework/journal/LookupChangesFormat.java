package dev.cobnut.framework.journal;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiConsumer;

/// Changes of lookups as bytes, in UTF-8.
///
/// ```text
/// change    = ("+" | "-") name NUL group NUL item NUL      put or remove
/// an empty text stands for that of the change before
/// ```
///
/// No text of a lookup is empty or has a NUL ([LookupChange]).
final class LookupChangesFormat {

    private static final char PUT = '+';
    private static final char REMOVE = '-';
    private static final char END = '\0';

    private LookupChangesFormat() {}

    static byte[] encode(List<LookupChange> changes) {
        StringBuilder out = new StringBuilder(96 * changes.size());
        LookupKey before = new LookupKey("", "", "");
        for (LookupChange change : changes) {
            LookupKey row = LookupKey.of(change);
            out.append(change instanceof LookupChange.Put ? PUT : REMOVE);
            append(out, row.lookup(), before.lookup());
            append(out, row.group(), before.group());
            append(out, row.item(), before.item());
            before = row;
        }
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void append(StringBuilder out, String text, String before) {
        if (!text.equals(before)) {
            out.append(text);
        }
        out.append(END);
    }

    /// @param change takes each row, with true when it is put
    /// @throws IllegalArgumentException when the bytes are not in this format
    static void decode(byte[] bytes, BiConsumer<LookupKey, Boolean> change) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        LookupKey row = new LookupKey("", "", "");
        int at = 0;
        while (at < text.length()) {
            char kind = text.charAt(at);
            int name = end(text, at);
            int group = end(text, name);
            int item = end(text, group);
            if ((kind != PUT && kind != REMOVE) || item < 0) {
                throw new IllegalArgumentException(
                        "changes of lookups are damaged at character " + at);
            }
            row =
                    new LookupKey(
                            text(text, at + 1, name, row.lookup()),
                            text(text, name + 1, group, row.group()),
                            text(text, group + 1, item, row.item()));
            change.accept(row, kind == PUT);
            at = item + 1;
        }
    }

    /// @return the next end of a text; negative when there is none
    private static int end(String text, int after) {
        return after < 0 ? after : text.indexOf(END, after + 1);
    }

    private static String text(String all, int from, int end, String before) {
        return from == end ? before : all.substring(from, end);
    }
}
