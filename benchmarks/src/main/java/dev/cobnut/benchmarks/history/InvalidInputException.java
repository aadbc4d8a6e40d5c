package dev.cobnut.benchmarks.history;

/// Thrown for a name, a file or a command that cannot be used. The message is one sentence for the
/// user.
public final class InvalidInputException extends RuntimeException {

    public InvalidInputException(String sentence) {
        super(sentence);
    }

    public InvalidInputException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
