package dev.cobnut.framework.journal;

/// The idempotency key of a command and a fingerprint of its content.
///
/// @param key chosen by the client, 1 to [#LENGTH_MAX] characters
/// @param fingerprint hash of the command's content (hex): a repeated key with another fingerprint
///   is a mistake
public record CommandKey(String key, String fingerprint) {

    /// Longest key, in characters.
    public static final int LENGTH_MAX = 255;

    public CommandKey {
        if (key.isEmpty() || key.length() > LENGTH_MAX) {
            throw new IllegalArgumentException(
                    "a command key has 1 to " + LENGTH_MAX + " characters");
        }
    }
}
