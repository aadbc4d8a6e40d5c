package dev.cobnut.lab.flamegraph;

/// The change in one glance; sign and words of the tone are added to the text.
///
/// @param text the figure, for example `−51 % per request`; may be empty
public record Badge(String text, Tone tone) {

    /// As it is shown: sign, figure, words.
    public String line() {
        return text.isEmpty()
                ? tone.sign() + " " + tone.words()
                : tone.sign() + " " + text + " \u00b7 " + tone.words();
    }
}
