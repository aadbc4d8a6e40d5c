package dev.cobnut.benchmarks.run;

/// A process that was to measure something and did not. The message says why.
final class CaseFailedException extends Exception {

    CaseFailedException(String reason) {
        super(reason);
    }

    CaseFailedException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
