package dev.cobnut.benchmarks.run;

/// Thrown when a measuring process has no result. The message gives the reason.
final class CaseFailedException extends Exception {

    CaseFailedException(String reason) {
        super(reason);
    }

    CaseFailedException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
