package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.StorableText;

/// The idempotency key of a command and a fingerprint of its content.
///
/// @param key chosen by the client, 1 to [#LENGTH_MAX] characters
/// @param fingerprint hash of the command's content (hex): a repeated key with another fingerprint
///   is a mistake
public record CommandKey(String key, String fingerprint) {

    /// Longest key, in characters.
    public static final int LENGTH_MAX = StorableText.KEY_LENGTH_MAX;

    /// @throws IllegalArgumentException when the key is empty or too long, or a text cannot be
    ///   stored ([StorableText])
    public CommandKey {
        StorableText.requireKey("a command key", key);
        StorableText.require("the fingerprint of a command", fingerprint);
    }
}
