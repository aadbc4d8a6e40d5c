package dev.cobnut.framework.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The text in which a refusal is stored. Journals that exist have it: it must not change.
class RefusalTest {

    @Test
    void theStoredTextIsTheCodeALineBreakAndTheSentence() {
        Refusal refusal = new Refusal("order-not-paid", "The order is PLACED.");

        assertThat(Refusal.toText(refusal)).isEqualTo("order-not-paid\nThe order is PLACED.");
        assertThat(Refusal.ofText("order-not-paid\nThe order is PLACED.")).isEqualTo(refusal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"one\ntwo\n\nthree", "\n", "\r\nfirst\r\n", "", "ends with\n"})
    void aSentenceKeepsItsLineBreaks(String sentence) {
        Refusal refusal = new Refusal("too-large", sentence);

        assertThat(Refusal.ofText(Refusal.toText(refusal))).isEqualTo(refusal);
    }

    @Test
    void anAcceptedCommandHasNoText() {
        assertThat(Refusal.toText(null)).isNull();
        assertThat(Refusal.ofText(null)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two\nlines", "\n"})
    void aCodeIsOneLine(String code) {
        assertThatThrownBy(() -> new Refusal(code, "No."))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the code of a refusal is one line of text, not '" + code + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no code", "\nno code"})
    void aTextWithoutACodeIsReportedAndNotGuessed(String text) {
        assertThatThrownBy(() -> Refusal.ofText(text))
                .isInstanceOf(JournalException.class)
                .hasMessageStartingWith("a recorded refusal has no code");
    }
}
