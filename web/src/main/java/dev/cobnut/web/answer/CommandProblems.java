package dev.cobnut.web.answer;

import dev.cobnut.framework.journal.Refusal;
import dev.cobnut.web.problem.Problem;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;

/// What commands of streams and of boundaries have in common when they are not accepted.
final class CommandProblems {

    private CommandProblems() {}

    static Problem refused(Refusal refusal) {
        return Problem.of(ProblemType.RULE, refusal.sentence()).with("code", refusal.code());
    }

    static Problem wrongVersion(ProblemType type, String noun, long expected, long actual) {
        return Problem.of(
                        type,
                        "The %s is at version %d, not at %d.".formatted(noun, actual, expected))
                .with("expectedVersion", expected)
                .with("actualVersion", actual);
    }

    static ProblemException keyReused() {
        return ProblemException.of(
                ProblemType.IDEMPOTENCY_KEY_REUSED,
                "This Idempotency-Key came with another command before; nothing was changed.");
    }

    /// @param member with the path of what the command was for
    static Problem unknown(String reason, String member, String path) {
        return Problem.of(
                        ProblemType.OUTCOME_UNKNOWN,
                        reason + " Repeat the command with the same Idempotency-Key.")
                .with(member, path)
                .withHeader("Retry-After", "1");
    }
}
