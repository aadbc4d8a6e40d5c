package dev.cobnut.test.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.boundary.BoundaryCommand;
import dev.cobnut.framework.boundary.BoundaryGateway;
import dev.cobnut.framework.boundary.BoundaryResult;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.journal.Refusal;
import dev.cobnut.test.guide.CourseCommand.Enrol;
import dev.cobnut.test.guide.CourseCommand.OpenCourse;
import dev.cobnut.test.slice.CobnutTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/// The code of `docs/consistency-boundaries.md`.
@CobnutTest
class BoundaryPageTest {

    private static final Path PAGE = Path.of("../docs/consistency-boundaries.md");
    private static final Path GUIDE = Path.of("src/test/java/dev/cobnut/test/guide");

    @Autowired BoundaryGateway<Enrolment, CourseCommand> enrolments;

    private final String course = UUID.randomUUID().toString();

    private String enrol(String student) {
        BoundaryResult<Enrolment> result = enrolments.send(new Enrol(course, student));
        return switch (result) {
            case BoundaryResult.Accepted<Enrolment>(Enrolment now, _, _, _) ->
                    now.taken() + " of " + now.places() + " places are taken";
            case BoundaryResult.Refused<Enrolment>(Refusal refusal, _) -> refusal.sentence();
            case BoundaryResult.Missing<Enrolment>() -> "there is no such course";
            case BoundaryResult<Enrolment> other -> "try again later: " + other;
        };
    }

    @Test
    void whoHasSeenAnotherStateIsToldSo() {
        String student = "ada-" + course;
        enrolments.send(new OpenCourse(course, 5));
        Versioned<Enrolment> seen = enrolments.state(new Enrol(course, student));
        BoundaryCommand<Enrol> asSeen =
                BoundaryCommand.of(new Enrol(course, student)).expecting(seen.version());
        enrol("bob-" + course);
        assertThat(enrolments.send(asSeen)).isInstanceOf(BoundaryResult.Outdated.class);

        long now = enrolments.state(new Enrol(course, student)).version();
        assertThat(enrolments.send(asSeen.expecting(now)))
                .isInstanceOf(BoundaryResult.Accepted.class);
    }

    @Test
    void aCourseTakesAsManyStudentsAsItHasPlaces() {
        assertThat(enrol("ada")).isEqualTo("there is no such course");
        enrolments.send(new OpenCourse(course, 2));
        assertThat(enrol("ada")).isEqualTo("1 of 2 places are taken");
        assertThat(enrol("bob")).isEqualTo("2 of 2 places are taken");
        assertThat(enrol("eve")).isEqualTo("All 2 places are taken.");
        assertThat(enrolments.state(new Enrol(course, "ada")).state().coursesOfStudent())
                .contains(course);
    }

    @Test
    void ofManyStudentsAsManyGetInAsThereArePlaces() {
        enrolments.send(new OpenCourse(course, 5));
        List<CompletableFuture<BoundaryResult<Enrolment>>> answers = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            String student = "s" + i + "-" + course;
            answers.add(
                    CompletableFuture.supplyAsync(
                            () -> enrolments.send(new Enrol(course, student)),
                            Thread::startVirtualThread));
        }
        assertThat(answers)
                .extracting(answer -> answer.orTimeout(2, TimeUnit.MINUTES).join())
                .filteredOn(BoundaryResult.Accepted.class::isInstance)
                .hasSize(5);
        assertThat(enrolments.state(new Enrol(course, "nobody")).state().taken()).isEqualTo(5);
    }

    @Test
    void aRepetitionGetsTheFirstAnswer() {
        enrolments.send(new OpenCourse(course, 1));
        CommandKey key = new CommandKey(UUID.randomUUID().toString(), "hash of the request");
        BoundaryCommand<Enrol> once = BoundaryCommand.of(new Enrol(course, "ada")).withKey(key);
        assertThat(enrolments.send(once)).isInstanceOf(BoundaryResult.Accepted.class);
        assertThat(enrolments.send(once))
                .isInstanceOfSatisfying(
                        BoundaryResult.Accepted.class,
                        again -> assertThat(again.repeated()).isTrue());
    }

    @Test
    void everyExampleOfThePageIsPartOfATest() throws IOException {
        List<String> blocks =
                Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL)
                        .matcher(Files.readString(PAGE))
                        .results()
                        .map(block -> unindented(block.group(1)))
                        .toList();
        List<String> sources;
        try (Stream<Path> files = Files.list(GUIDE)) {
            sources = files.map(BoundaryPageTest::read).map(BoundaryPageTest::unindented).toList();
        }
        assertThat(blocks).hasSizeGreaterThan(5);
        assertThat(blocks)
                .allSatisfy(block ->
                        assertThat(sources)
                                .anySatisfy(source -> assertThat(source).contains(block)));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String unindented(String code) {
        return code.replaceAll("\\s+", " ").strip();
    }
}
