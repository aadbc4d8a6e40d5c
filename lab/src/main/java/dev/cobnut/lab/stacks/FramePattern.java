package dev.cobnut.lab.stacks;

import java.util.List;

/// A pattern for the name of a frame. `*` stands for any number of characters, including none.
///
/// @param parts the texts between the stars; a single part is the whole name
record FramePattern(List<String> parts) {

    static FramePattern of(String text) {
        return new FramePattern(List.of(text.split("\\*", -1)));
    }

    boolean matches(String frame) {
        String first = parts.getFirst();
        if (parts.size() == 1) {
            return frame.equals(first);
        }
        if (!frame.startsWith(first)) {
            return false;
        }
        int at = first.length();
        for (String part : parts.subList(1, parts.size() - 1)) {
            int found = frame.indexOf(part, at);
            if (found < 0) {
                return false;
            }
            at = found + part.length();
        }
        String last = parts.getLast();
        return frame.length() - last.length() >= at && frame.endsWith(last);
    }
}
