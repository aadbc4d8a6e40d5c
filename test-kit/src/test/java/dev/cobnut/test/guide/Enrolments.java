package dev.cobnut.test.guide;

import dev.cobnut.framework.boundary.Boundary;
import dev.cobnut.framework.boundary.StreamEvent;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.EventQuery;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.Tag;
import dev.cobnut.test.guide.CourseCommand.Enrol;
import dev.cobnut.test.guide.CourseCommand.Leave;
import dev.cobnut.test.guide.CourseCommand.OpenCourse;
import dev.cobnut.test.guide.CourseEvent.CourseOpened;
import dev.cobnut.test.guide.CourseEvent.StudentEnrolled;
import dev.cobnut.test.guide.CourseEvent.StudentLeft;
import java.time.Instant;
import java.util.Set;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

@Component
final class Enrolments implements Boundary<Enrolment, CourseCommand, CourseEvent> {

    static final int COURSES_PER_STUDENT_MAX = 3;

    private final EventCodec<CourseEvent> codec =
            JsonEventCodec.of(CourseEvent.class, JsonMapper.shared()).withTags(CourseEvent::tags);

    @Override
    public String name() {
        return "enrolment";
    }

    @Override
    public EventCodec<CourseEvent> codec() {
        return codec;
    }

    @Override
    public Set<String> categories() {
        return Set.of("course");
    }

    @Override
    public EventQuery query(CourseCommand command) {
        EventQuery ofCourse = EventQuery.tagged(Tag.of("course", command.course()));
        return switch (command) {
            case OpenCourse _ -> ofCourse.ofTypes(codec, CourseOpened.class);
            case Enrol(_, var student) ->
                    ofCourse.or(EventQuery.tagged(Tag.of("student", student)));
            case Leave(_, var student) ->
                    EventQuery.tagged(
                            Tag.of("student", student), Tag.of("course", command.course()));
        };
    }

    @Override
    public Enrolment initial(CourseCommand command) {
        return switch (command) {
            case OpenCourse(var course, _) -> Enrolment.of(course, "");
            case Enrol(var course, var student) -> Enrolment.of(course, student);
            case Leave(var course, var student) -> Enrolment.of(course, student);
        };
    }

    @Override
    public Enrolment evolve(Enrolment state, CourseEvent event) {
        return switch (event) {
            case CourseOpened(_, int places) -> state.opened(places);
            case StudentEnrolled(var course, var student) -> state.enrolled(course, student);
            case StudentLeft(var course, var student) -> state.left(course, student);
        };
    }

    @Override
    public Decision<StreamEvent<CourseEvent>> decide(
            Enrolment state, CourseCommand command, Instant now) {
        boolean attends = state.coursesOfStudent().contains(command.course());
        return switch (command) {
            case OpenCourse _ when state.places() > 0 -> Decision.accepted();
            case OpenCourse(var course, int places) -> recorded(new CourseOpened(course, places));
            case Enrol _ when state.places() == 0 -> Decision.missing();
            case Enrol _ when attends -> Decision.accepted();
            case Enrol _ when state.taken() >= state.places() ->
                    Decision.refused("course-full", "All " + state.places() + " places are taken.");
            case Enrol _ when state.coursesOfStudent().size() >= COURSES_PER_STUDENT_MAX ->
                    Decision.refused("too-many-courses", "A student attends at most 3 courses.");
            case Enrol(var course, var student) -> recorded(new StudentEnrolled(course, student));
            case Leave _ when !attends -> Decision.accepted();
            case Leave(var course, var student) -> recorded(new StudentLeft(course, student));
        };
    }

    private static Decision<StreamEvent<CourseEvent>> recorded(CourseEvent event) {
        return Decision.accepted(StreamEvent.to(StreamId.of("course", event.course()), event));
    }
}
