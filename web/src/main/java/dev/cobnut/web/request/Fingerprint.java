package dev.cobnut.web.request;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// Computes a SHA-256 (hex) of a command's content. Two commands with one idempotency key are the
/// same command when their fingerprints are equal.
///
/// It is stored with the command's key, so what is added must not change for the same command:
/// begin with the name of a form, for example `v1`, and the kind of the command.
///
/// ```text
/// each value as  <length in UTF-16 units>:<value>    or  -  when it is absent
/// ```
public final class Fingerprint {

    private final StringBuilder text = new StringBuilder(256);

    private Fingerprint() {}

    /// The fingerprint of these values, each as its text.
    public static String of(@Nullable Object... values) {
        var fingerprint = new Fingerprint();
        for (Object value : values) {
            fingerprint.add(value == null ? null : value.toString());
        }
        return fingerprint.sha256();
    }

    /// The fingerprint of a command: its class's simple name, and its values as JSON. A client that
    /// repeats a key across a renaming of the class or of a value gets a 422
    /// `idempotency-key-reused`.
    ///
    /// @param target what the command is for, apart from its values
    public static String ofCommand(String target, Object command) {
        return of(
                "v1",
                target,
                command.getClass().getSimpleName(),
                JsonMapper.shared().writeValueAsString(command));
    }

    /// @param form name of the form, for example `v1`
    public static Fingerprint begin(String form) {
        return new Fingerprint().add(form);
    }

    /// @param value null when it is absent
    public Fingerprint add(@Nullable String value) {
        if (value == null) {
            text.append('-');
        } else {
            text.append(value.length()).append(':').append(value);
        }
        return this;
    }

    /// 64 hexadecimal digits.
    public String sha256() {
        try {
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
