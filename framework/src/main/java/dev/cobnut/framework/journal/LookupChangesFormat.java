package dev.cobnut.framework.journal;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

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
        String lookup = "";
        String group = "";
        String item = "";
        for (LookupChange change : changes) {
            out.append(change.isPut() ? PUT : REMOVE);
            append(out, change.lookup(), lookup);
            append(out, change.group(), group);
            append(out, change.item(), item);
            lookup = change.lookup();
            group = change.group();
            item = change.item();
        }
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void append(StringBuilder out, String text, String before) {
        if (!text.equals(before)) {
            out.append(text);
        }
        out.append(END);
    }

    /// @return the changes; their positions say nothing
    /// @throws IllegalArgumentException when the bytes are not in this format
    static List<LookupChange> decode(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        List<LookupChange> changes = new ArrayList<>();
        String lookup = "";
        String group = "";
        String item = "";
        int at = 0;
        while (at < text.length()) {
            char kind = text.charAt(at);
            int lookupEnd = end(text, at);
            int groupEnd = end(text, lookupEnd);
            int itemEnd = end(text, groupEnd);
            if ((kind != PUT && kind != REMOVE) || itemEnd < 0) {
                throw new IllegalArgumentException(
                        "changes of lookups are damaged at character " + at);
            }
            lookup = text(text, at + 1, lookupEnd, lookup);
            group = text(text, lookupEnd + 1, groupEnd, group);
            item = text(text, groupEnd + 1, itemEnd, item);
            changes.add(
                    kind == PUT
                            ? new LookupChange.Put(0, lookup, group, item)
                            : new LookupChange.Remove(0, lookup, group, item));
            at = itemEnd + 1;
        }
        return changes;
    }

    /// @return the next end of a text; negative when there is none
    private static int end(String text, int after) {
        return after < 0 ? after : text.indexOf(END, after + 1);
    }

    private static String text(String all, int from, int end, String before) {
        return from == end ? before : all.substring(from, end);
    }
}
