package dev.cobnut.web.problem;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An error that is reported to the client (RFC 9457).
///
/// @param status of the answer: that of the type, except for [ProblemType#OTHER]
/// @param detail one sentence about this occurrence
/// @param errors all wrong fields or parameters that were found
/// @param members further members: strings or longs
/// @param headers of the answer
public record Problem(
        ProblemType type,
        int status,
        String detail,
        List<FieldProblem> errors,
        Map<String, Object> members,
        Map<String, String> headers) {

    /// @param place `pointer` (into the body) or `parameter` (of the query)
    /// @param name the JSON pointer or the parameter's name
    public record FieldProblem(String place, String name, String detail) {

        /// A wrong value of the body.
        ///
        /// @param pointer its JSON pointer (RFC 6901)
        public static FieldProblem pointer(String pointer, String detail) {
            return new FieldProblem("pointer", pointer, detail);
        }

        /// A wrong parameter of the query, or a wrong part of the path.
        public static FieldProblem parameter(String parameter, String detail) {
            return new FieldProblem("parameter", parameter, detail);
        }
    }

    /// @param detail one sentence about this occurrence
    public static Problem of(ProblemType type, String detail) {
        return new Problem(type, type.status(), detail, List.of(), Map.of(), Map.of());
    }

    /// @param errors all that was found
    public static Problem ofErrors(ProblemType type, String detail, List<FieldProblem> errors) {
        return new Problem(type, type.status(), detail, List.copyOf(errors), Map.of(), Map.of());
    }

    /// A problem that Spring or Tomcat found: only its status is known.
    public static Problem ofStatus(int status) {
        ProblemType type = ProblemType.ofStatus(status);
        return new Problem(type, status, type.explanation(), List.of(), Map.of(), Map.of());
    }

    /// The same with another sentence.
    public Problem withDetail(String sentence) {
        return new Problem(type, status, sentence, errors, members, headers);
    }

    /// @param value a string or a long
    public Problem with(String member, Object value) {
        return new Problem(type, status, detail, errors, added(members, member, value), headers);
    }

    /// The answer has this header, too.
    public Problem withHeader(String header, String value) {
        return new Problem(type, status, detail, errors, members, added(headers, header, value));
    }

    private static <V> Map<String, V> added(Map<String, V> map, String key, V value) {
        Map<String, V> larger = new LinkedHashMap<>(map);
        larger.put(key, value);
        return larger;
    }
}
