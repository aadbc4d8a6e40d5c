package dev.cobnut.web.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.cobnut.framework.boundary.BoundaryResult;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.Refusal;
import dev.cobnut.web.problem.Problem;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;

/// Every outcome of a boundary's command, also those that need an unlucky moment.
class BoundaryAnswersTest {

    private static final ProblemType NO_SUCH_COURSE =
            new ProblemType("course-not-found", 404, "There is no such course", "Open it first.");
    private static final StreamId STREAM = StreamId.of("course", "1");

    private final MockHttpServletRequest request =
            new MockHttpServletRequest("POST", "/courses/1/students");
    private final BoundaryAnswers answers = BoundaryAnswers.of("course", NO_SUCH_COURSE);

    private Problem problem(BoundaryResult<String> result) {
        return catchThrowableOfType(ProblemException.class, () -> answers.accepted(result, request))
                .problem();
    }

    @Test
    void anAcceptedCommandGoesOn() {
        var accepted = new BoundaryResult.Accepted<>("state", 3, 4, false);
        assertThat(answers.accepted(accepted, request)).isSameAs(accepted);
    }

    @Test
    void whatTheClientCanChangeSaysWhat() {
        assertThat(problem(new BoundaryResult.Refused<>(new Refusal("full", "It is full."), true)))
                .isEqualTo(Problem.of(ProblemType.RULE, "It is full.").with("code", "full"));
        assertThat(problem(new BoundaryResult.Missing<>()))
                .isEqualTo(Problem.of(NO_SUCH_COURSE, "There is no such course."));
        assertThat(problem(new BoundaryResult.Outdated<>(3, 7)))
                .isEqualTo(
                        Problem.of(
                                        ProblemType.VERSION_MISMATCH,
                                        "The course is at version 7, not at 3.")
                                .with("expectedVersion", 3L)
                                .with("actualVersion", 7L));
        assertThat(problem(new BoundaryResult.VersionConflict<>(STREAM, 2)))
                .isEqualTo(
                        Problem.of(
                                ProblemType.VERSION_CONFLICT,
                                "Something that the command for this course rests on has"
                                        + " changed."));
        assertThat(problem(new BoundaryResult.KeyReused<>("k1", STREAM)).type())
                .isEqualTo(ProblemType.IDEMPOTENCY_KEY_REUSED);
    }

    @Test
    void whatTheClientCanRepeatSaysWhen() {
        assertThat(problem(new BoundaryResult.Overtaken<>(8)))
                .isEqualTo(
                        Problem.of(ProblemType.UNAVAILABLE, "Other commands came first 8 times.")
                                .withHeader("Retry-After", "1"));
        assertThat(problem(new BoundaryResult.Unavailable<>("It is full.", 30)))
                .isEqualTo(
                        Problem.of(ProblemType.UNAVAILABLE, "It is full.")
                                .withHeader("Retry-After", "30"));
        Problem unknown = problem(new BoundaryResult.Unknown<>("No answer came."));
        assertThat(unknown.type()).isEqualTo(ProblemType.OUTCOME_UNKNOWN);
        assertThat(unknown.detail())
                .isEqualTo("No answer came. Repeat the command with the same Idempotency-Key.");
        assertThat(unknown.members()).isEqualTo(Map.of("path", "/courses/1/students"));
        assertThat(unknown.headers()).isEqualTo(Map.of("Retry-After", "1"));
    }
}
