package dev.cobnut.framework.journal;

import org.jspecify.annotations.Nullable;

/// Why a rule forbids a command.
///
/// @param code stable and machine-readable, for example `order-not-paid`; one line
/// @param sentence for a person: what is wrong and what is allowed; may have several lines
public record Refusal(String code, String sentence) {

    /// Ends the code in the stored text.
    private static final char END_OF_CODE = '\n';

    /// @throws IllegalArgumentException when the code is empty or has a line break
    public Refusal {
        if (code.isEmpty() || code.indexOf(END_OF_CODE) >= 0) {
            throw new IllegalArgumentException(
                    "the code of a refusal is one line of text, not '" + code + "'");
        }
    }

    /// The text in the column `refusal` of the table `commands`: `<code>\n<sentence>`.
    static @Nullable String toText(@Nullable Refusal refusal) {
        return refusal == null ? null : refusal.code + END_OF_CODE + refusal.sentence;
    }

    /// @throws JournalException when the text was not made by [#toText]
    static @Nullable Refusal ofText(@Nullable String text) {
        if (text == null) {
            return null;
        }
        int end = text.indexOf(END_OF_CODE);
        if (end < 1) {
            throw new JournalException(
                    "a recorded refusal has no code: '" + text + "'; restore a backup", null);
        }
        return new Refusal(text.substring(0, end), text.substring(end + 1));
    }
}
