package dev.cobnut.test.guide;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.boundary.StreamEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.test.guide.CourseCommand.Enrol;
import dev.cobnut.test.guide.CourseCommand.Leave;
import dev.cobnut.test.guide.CourseCommand.OpenCourse;
import dev.cobnut.test.guide.CourseEvent.CourseOpened;
import dev.cobnut.test.guide.CourseEvent.StudentEnrolled;
import dev.cobnut.test.guide.CourseEvent.StudentLeft;
import dev.cobnut.test.scenario.BoundaryScenario;
import org.junit.jupiter.api.Test;

class EnrolmentsTest {

    private final BoundaryScenario<Enrolment, CourseCommand, CourseEvent> school =
            BoundaryScenario.of(new Enrolments());

    @Test
    void aFullCourseTakesNobodyUntilSomebodyLeaves() {
        school.given(new CourseOpened("chess", 1), new StudentEnrolled("chess", "ada"))
                .when(new Enrol("chess", "bob"))
                .thenRefused("course-full", "All 1 places are taken.")
                .after()
                .given(new StudentLeft("chess", "ada"))
                .when(new Enrol("chess", "bob"))
                .thenEvents(new StudentEnrolled("chess", "bob"));
    }

    @Test
    void aStudentAttendsAtMostThreeCourses() {
        school.given(new CourseOpened("chess", 9))
                .given(new StudentEnrolled("go", "ada"), new StudentEnrolled("bridge", "ada"))
                .given(new StudentEnrolled("poker", "ada"), new StudentEnrolled("poker", "bob"))
                .when(new Enrol("chess", "ada"))
                .thenRefused("too-many-courses")
                .when(new Enrol("chess", "bob"))
                .thenStreamEvents(
                        StreamEvent.to(
                                StreamId.of("course", "chess"),
                                new StudentEnrolled("chess", "bob")));
    }

    @Test
    void whatIsSoAlreadyLeadsToNoEventAndAnUnknownCourseIsMissing() {
        school.when(new Enrol("chess", "ada")).thenMissing();
        school.when(new OpenCourse("chess", 2))
                .thenEvents(new CourseOpened("chess", 2))
                .when(new OpenCourse("chess", 5))
                .thenNoEvents()
                .when(new Leave("chess", "ada"))
                .thenNoEvents()
                .when(new Enrol("chess", "ada"))
                .thenEvents(new StudentEnrolled("chess", "ada"))
                .when(new Enrol("chess", "ada"))
                .thenNoEvents();
    }

    @Test
    void aFailedExpectationSaysWhatWasAnsweredInstead() {
        assertThatThrownBy(() ->
                        school.given(new CourseOpened("chess", 1))
                                .when(new Enrol("chess", "ada"))
                                .thenRefused("course-full"))
                .isExactlyInstanceOf(AssertionError.class)
                .hasMessageContaining("StudentEnrolled[course=chess, student=ada]")
                .hasMessageContaining("expected the refusal course-full")
                .hasMessageEndingWith("given CourseOpened");
    }
}
