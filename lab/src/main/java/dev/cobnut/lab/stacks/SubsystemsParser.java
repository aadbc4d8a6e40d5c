package dev.cobnut.lab.stacks;

import dev.cobnut.lab.stacks.Subsystems.Rule;
import dev.cobnut.lab.stacks.Subsystems.Subsystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Parses the text format of [Subsystems]. Each error message names the line and the allowed form.
final class SubsystemsParser {

    private static final Pattern HEAD =
            Pattern.compile("(?<name>[a-z][a-z0-9-]*)(?:\\s+\\((?<rule>[^()]*)\\))?");

    private static final Map<String, Rule> RULES =
            Map.of("whole stack", Rule.WHOLE_STACK, "last", Rule.LAST);

    /// Most subsystems; a table with more rows is not readable.
    private static final int SUBSYSTEMS_MAX = 40;

    private static final int PATTERNS_MAX = 1000;

    private final String source;
    private final Map<String, List<CallPattern>> patterns = new LinkedHashMap<>();
    private final Map<String, Rule> rules = new HashMap<>();
    private final Map<String, Integer> headLines = new HashMap<>();
    private final Map<String, Integer> patternLines = new HashMap<>();
    private @Nullable String current;
    private int lineNumber;

    SubsystemsParser(String source) {
        this.source = source;
    }

    List<Subsystem> parse(String text) throws IOException {
        for (String line : text.lines().toList()) {
            lineNumber++;
            String content = line.strip();
            if (content.isEmpty() || content.startsWith("#")) {
                continue;
            }
            if (Character.isWhitespace(line.charAt(0))) {
                pattern(content);
            } else {
                endOfCurrent();
                head(content);
            }
        }
        endOfCurrent();
        if (patterns.isEmpty()) {
            throw new IOException(source + " contains no subsystem.");
        }
        List<Subsystem> subsystems = new ArrayList<>();
        patterns.forEach((name, list) ->
                subsystems.add(
                        new Subsystem(
                                name,
                                rules.getOrDefault(name, Rule.NEAREST_TO_LEAF),
                                List.copyOf(list))));
        return subsystems;
    }

    private void head(String content) throws IOException {
        Matcher head = HEAD.matcher(content);
        if (!head.matches()) {
            throw at(
                    ("'%s' is not a name of a subsystem: lower-case letters, digits and dashes, then"
                                    + " nothing, '(whole stack)' or '(last)'; patterns are indented")
                            .formatted(content));
        }
        String name = head.group("name");
        if (name.equals(Subsystems.OTHER)) {
            throw at(
                    "'%s' is for frames without a pattern and cannot have patterns"
                            .formatted(name));
        }
        @Nullable Integer earlier = headLines.putIfAbsent(name, lineNumber);
        if (earlier != null) {
            throw at("the subsystem '%s' is already defined in line %s".formatted(name, earlier));
        }
        if (headLines.size() > SUBSYSTEMS_MAX) {
            throw at("there are more than %s subsystems".formatted(SUBSYSTEMS_MAX));
        }
        @Nullable String ruleName = head.group("rule");
        if (ruleName != null) {
            @Nullable Rule rule = RULES.get(ruleName);
            if (rule == null) {
                throw at(
                        "there is no rule '(%s)'; the rules are '(whole stack)' and '(last)'"
                                .formatted(ruleName));
            }
            rules.put(name, rule);
        }
        patterns.put(name, new ArrayList<>());
        current = name;
    }

    private void pattern(String content) throws IOException {
        if (current == null) {
            throw at(
                    "the pattern '%s' stands before the first name of a subsystem"
                            .formatted(content));
        }
        if (content.replaceAll("[*>\\s]", "").isEmpty()) {
            throw at("the pattern '%s' would match every frame".formatted(content));
        }
        @Nullable Integer earlier = patternLines.putIfAbsent(content, lineNumber);
        if (earlier != null) {
            throw at("the pattern '%s' is already defined in line %s".formatted(content, earlier));
        }
        if (patternLines.size() > PATTERNS_MAX) {
            throw at("there are more than %s patterns".formatted(PATTERNS_MAX));
        }
        patterns.getOrDefault(current, new ArrayList<>()).add(CallPattern.of(content));
    }

    private void endOfCurrent() throws IOException {
        if (current != null && patterns.getOrDefault(current, List.of()).isEmpty()) {
            throw new IOException(
                    "%s, line %d: the subsystem '%s' has no pattern."
                            .formatted(source, headLines.get(current), current));
        }
    }

    private IOException at(String sentence) {
        return new IOException("%s, line %d: %s.".formatted(source, lineNumber, sentence));
    }
}
