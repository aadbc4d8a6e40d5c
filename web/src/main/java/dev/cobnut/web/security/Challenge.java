package dev.cobnut.web.security;

import dev.cobnut.web.problem.Problem;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;

/// Refusals with the `WWW-Authenticate` of RFC 6750. Their sentences repeat nothing that the caller
/// sent.
final class Challenge {

    private static final String HEADER = "WWW-Authenticate";
    private static final String SCHEME = "Bearer realm=\"cobnut\"";

    private Challenge() {}

    static ProblemException missing() {
        return new ProblemException(
                Problem.of(
                                ProblemType.UNAUTHENTICATED,
                                "The request needs Authorization: Bearer, with an API key or a token.")
                        .withHeader(HEADER, SCHEME));
    }

    /// @param sentence without quotes
    static ProblemException invalid(String sentence) {
        return new ProblemException(
                Problem.of(ProblemType.UNAUTHENTICATED, sentence)
                        .withHeader(
                                HEADER,
                                "%s, error=\"invalid_token\", error_description=\"%s\""
                                        .formatted(SCHEME, sentence)));
    }

    static ProblemException scope(String scope) {
        return new ProblemException(
                Problem.of(ProblemType.FORBIDDEN, "This needs the scope %s.".formatted(scope))
                        .withHeader(
                                HEADER,
                                "%s, error=\"insufficient_scope\", scope=\"%s\""
                                        .formatted(SCHEME, scope)));
    }
}
