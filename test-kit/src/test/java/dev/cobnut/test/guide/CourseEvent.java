package dev.cobnut.test.guide;

import dev.cobnut.framework.event.Tag;
import java.util.Set;

sealed interface CourseEvent {

    String course();

    record CourseOpened(String course, int places) implements CourseEvent {}

    record StudentEnrolled(String course, String student) implements CourseEvent {}

    record StudentLeft(String course, String student) implements CourseEvent {}

    static Set<Tag> tags(CourseEvent event) {
        return switch (event) {
            case CourseOpened(var course, _) -> Set.of(Tag.of("course", course));
            case StudentEnrolled(var course, var student) ->
                    Set.of(Tag.of("course", course), Tag.of("student", student));
            case StudentLeft(var course, var student) ->
                    Set.of(Tag.of("course", course), Tag.of("student", student));
        };
    }
}
