package dev.cobnut.orders.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One error on its way to the client.
///
/// @param status of the answer; the type's own but for [ProblemType#OTHER]
/// @param detail one sentence about this occurrence
/// @param errors wrong fields or parameters, all that were found
/// @param members further members: strings or longs
/// @param headers of the answer
record Problem(
        ProblemType type,
        int status,
        String detail,
        List<FieldProblem> errors,
        Map<String, Object> members,
        Map<String, String> headers) {

    /// @param place `pointer` (into the body) or `parameter` (of the query)
    /// @param name the JSON pointer or the parameter's name
    record FieldProblem(String place, String name, String detail) {

        static FieldProblem pointer(String pointer, String detail) {
            return new FieldProblem("pointer", pointer, detail);
        }

        static FieldProblem parameter(String parameter, String detail) {
            return new FieldProblem("parameter", parameter, detail);
        }
    }

    static Problem of(ProblemType type, String detail) {
        return new Problem(type, type.status(), detail, List.of(), Map.of(), Map.of());
    }

    static Problem ofErrors(ProblemType type, String detail, List<FieldProblem> errors) {
        return new Problem(type, type.status(), detail, List.copyOf(errors), Map.of(), Map.of());
    }

    /// A problem of which only the status is known, because Spring or Tomcat found it.
    static Problem ofStatus(int status) {
        ProblemType type = ProblemType.ofStatus(status);
        return new Problem(type, status, type.explanation(), List.of(), Map.of(), Map.of());
    }

    Problem withDetail(String sentence) {
        return new Problem(type, status, sentence, errors, members, headers);
    }

    Problem with(String member, Object value) {
        return new Problem(type, status, detail, errors, added(members, member, value), headers);
    }

    Problem withHeader(String header, String value) {
        return new Problem(type, status, detail, errors, members, added(headers, header, value));
    }

    private static <V> Map<String, V> added(Map<String, V> map, String key, V value) {
        Map<String, V> larger = new LinkedHashMap<>(map);
        larger.put(key, value);
        return larger;
    }
}
