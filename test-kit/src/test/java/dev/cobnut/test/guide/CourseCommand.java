package dev.cobnut.test.guide;

sealed interface CourseCommand {

    String course();

    record OpenCourse(String course, int places) implements CourseCommand {}

    record Enrol(String course, String student) implements CourseCommand {}

    record Leave(String course, String student) implements CourseCommand {}
}
