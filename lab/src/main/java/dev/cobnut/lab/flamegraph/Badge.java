package dev.cobnut.lab.flamegraph;

/// Shows a change at a glance. The sign and the words of the tone are added to the text.
///
/// @param text the figure, for example `−51 % per request`; may be empty
public record Badge(String text, Tone tone) {

    /// The line as it is shown: sign, figure, words.
    public String line() {
        return text.isEmpty()
                ? tone.sign() + " " + tone.words()
                : tone.sign() + " " + text + " \u00b7 " + tone.words();
    }
}
