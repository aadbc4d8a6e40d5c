package dev.cobnut.test.guide;

import java.util.HashSet;
import java.util.Set;

/// What a command about one course and one student depends on.
///
/// @param student empty when the command names none
/// @param places 0 while the course is not open
/// @param coursesOfStudent those that the student attends
record Enrolment(
        String course, String student, int places, int taken, Set<String> coursesOfStudent) {

    static Enrolment of(String course, String student) {
        return new Enrolment(course, student, 0, 0, Set.of());
    }

    Enrolment opened(int newPlaces) {
        return new Enrolment(course, student, newPlaces, taken, coursesOfStudent);
    }

    Enrolment enrolled(String inCourse, String who) {
        return changed(inCourse, who, 1);
    }

    Enrolment left(String inCourse, String who) {
        return changed(inCourse, who, -1);
    }

    private Enrolment changed(String inCourse, String who, int by) {
        Set<String> attended = new HashSet<>(coursesOfStudent);
        if (who.equals(student)) {
            boolean _ = by > 0 ? attended.add(inCourse) : attended.remove(inCourse);
        }
        return new Enrolment(
                course,
                student,
                places,
                inCourse.equals(course) ? taken + by : taken,
                Set.copyOf(attended));
    }
}
