package dev.cobnut.benchmarks.history;

/// A name, a file or a command that nothing can be done with. The message is one sentence for the
/// person who gave it.
public final class InvalidInputException extends RuntimeException {

    public InvalidInputException(String sentence) {
        super(sentence);
    }

    public InvalidInputException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
