package dev.cobnut.web.problem;

/// Ends a request with a problem. Without a stack trace: it is the client's mistake, and cheap.
public final class ProblemException extends RuntimeException {

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    /// @param detail one sentence about this occurrence
    public static ProblemException of(ProblemType type, String detail) {
        return new ProblemException(Problem.of(type, detail));
    }

    /// 503: nothing was changed, and the client may try again.
    ///
    /// @param reason one sentence
    public static ProblemException unavailable(String reason, int retryAfterSeconds) {
        return new ProblemException(
                Problem.of(ProblemType.UNAVAILABLE, reason)
                        .withHeader("Retry-After", Integer.toString(retryAfterSeconds)));
    }

    /// What the client is answered.
    public Problem problem() {
        return problem;
    }
}
