package dev.cobnut.orders.api;

/// Ends a request with a problem. Without a stack trace: it is the client's mistake, and cheap.
public final class ProblemException extends RuntimeException {

    private final transient Problem problem;

    ProblemException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    static ProblemException of(ProblemType type, String detail) {
        return new ProblemException(Problem.of(type, detail));
    }

    public Problem problem() {
        return problem;
    }
}
