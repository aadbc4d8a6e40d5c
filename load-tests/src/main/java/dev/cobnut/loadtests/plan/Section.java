package dev.cobnut.loadtests.plan;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A group of keys of a plan, read key by key; whatever is wrong is said with line and key.
final class Section {

    private static final Pattern DURATION = Pattern.compile("(\\d+(?:\\.\\d+)?) ?(us|ms|s|m|h)");
    private static final Map<String, BigDecimal> NANOS =
            Map.of(
                    "us", BigDecimal.valueOf(1_000L),
                    "ms", BigDecimal.valueOf(1_000_000L),
                    "s", BigDecimal.valueOf(1_000_000_000L),
                    "m", BigDecimal.valueOf(60_000_000_000L),
                    "h", BigDecimal.valueOf(3_600_000_000_000L));
    private static final Pattern BYTES =
            Pattern.compile("(\\d+) ?(B|k|KiB|m|MiB)?", Pattern.CASE_INSENSITIVE);
    private static final int VALUE_SHOWN_MAX = 60;

    /// A range of numbers, as it is said in a sentence.
    record Range(double least, boolean leastAllowed, double most, String sentence) {

        static final Range POSITIVE = new Range(0, false, Double.MAX_VALUE, "a number above 0");

        /// More than any generator sends.
        static final Range RATE =
                new Range(0, false, 100_000, "a number above 0 and at most 100000");

        static final Range SHARE = new Range(0, false, 1, "a number above 0 and at most 1");
        static final Range FRACTION = new Range(0, true, 1, "a number from 0 to 1");

        boolean contains(double value) {
            return (leastAllowed ? value >= least : value > least) && value <= most;
        }
    }

    private final String file;
    private final String path;
    private final Yaml.Fields fields;

    private Section(String file, String path, Yaml.Fields fields) {
        this.file = file;
        this.path = path;
        this.fields = fields;
    }

    /// @param path of the group in the document, empty for the whole
    /// @param keys all that are allowed
    static Section of(String file, String path, Yaml node, List<String> keys)
            throws InvalidPlanException {
        if (!(node instanceof Yaml.Fields fields)) {
            throw complaint(
                    file,
                    node.line(),
                    "%s is %s; allowed is a group with the keys %s"
                            .formatted(
                                    path.isEmpty() ? "the document" : path,
                                    shown(node),
                                    listed(keys)));
        }
        for (Map.Entry<String, Integer> key : fields.lines().entrySet()) {
            if (!keys.contains(key.getKey())) {
                throw complaint(
                        file,
                        key.getValue(),
                        "there is no key '%s'%s; allowed are %s"
                                .formatted(
                                        key.getKey(),
                                        path.isEmpty() ? "" : " in " + path,
                                        listed(keys)));
            }
        }
        return new Section(file, path, fields);
    }

    /// @return null when the key is not there
    @Nullable Section section(String key, List<String> keys) throws InvalidPlanException {
        @Nullable Yaml node = node(key);
        return node == null ? null : of(file, named(key), node, keys);
    }

    Section sectionRequired(String key, List<String> keys) throws InvalidPlanException {
        return of(file, named(key), required(key, "a group with the keys " + listed(keys)), keys);
    }

    /// Groups in a list; none when the key is not there.
    List<Section> sections(String key, List<String> keys) throws InvalidPlanException {
        List<Section> sections = new ArrayList<>();
        for (Yaml item : items(key, "a list of groups with the keys " + listed(keys))) {
            sections.add(of(file, named(key) + "[" + sections.size() + "]", item, keys));
        }
        return List.copyOf(sections);
    }

    boolean has(String key) {
        return node(key) != null;
    }

    String text(String key) throws InvalidPlanException {
        return scalar(key, required(key, "a text"), "a text");
    }

    @Nullable String textOrNull(String key) throws InvalidPlanException {
        @Nullable Yaml node = node(key);
        return node == null ? null : scalar(key, node, "a text");
    }

    String text(String key, String byDefault) throws InvalidPlanException {
        @Nullable String text = textOrNull(key);
        return text == null ? byDefault : text;
    }

    /// @param pattern that the whole text must have
    /// @param allowed the pattern in words
    String name(String key, Pattern pattern, String allowed) throws InvalidPlanException {
        String text = scalar(key, required(key, allowed), allowed);
        if (!pattern.matcher(text).matches()) {
            throw wrong(key, allowed);
        }
        return text;
    }

    /// One of a few words.
    String choice(String key, List<String> choices, String byDefault) throws InvalidPlanException {
        String allowed = "one of " + listed(choices);
        @Nullable Yaml node = node(key);
        String text = node == null ? byDefault : scalar(key, node, allowed);
        if (!choices.contains(text)) {
            throw wrong(key, allowed);
        }
        return text;
    }

    List<String> texts(String key) throws InvalidPlanException {
        List<String> texts = new ArrayList<>();
        for (Yaml item : items(key, "a list of texts")) {
            texts.add(scalar(named(key) + "[" + texts.size() + "]", item));
        }
        return List.copyOf(texts);
    }

    /// A list of words out of a few, each at most once.
    List<String> choices(String key, List<String> choices, List<String> byDefault)
            throws InvalidPlanException {
        if (!has(key)) {
            return byDefault;
        }
        String allowed = "a list of " + listed(choices) + ", each at most once";
        List<String> words = new ArrayList<>();
        for (Yaml item : items(key, allowed)) {
            if (!(item instanceof Yaml.Scalar(_, String word, _))
                    || !choices.contains(word)
                    || words.contains(word)) {
                throw complaint(
                        file,
                        item.line(),
                        "%s has %s; allowed is %s".formatted(named(key), shown(item), allowed));
            }
            words.add(word);
        }
        return List.copyOf(words);
    }

    boolean flag(String key, boolean byDefault) throws InvalidPlanException {
        return Boolean.parseBoolean(
                choice(key, List.of("true", "false"), Boolean.toString(byDefault)));
    }

    double number(String key, Range range, double byDefault) throws InvalidPlanException {
        @Nullable Double number = numberOrNull(key, range);
        return number == null ? byDefault : number;
    }

    @Nullable Double numberOrNull(String key, Range range) throws InvalidPlanException {
        @Nullable Yaml node = node(key);
        if (node == null) {
            return null;
        }
        if (!(node instanceof Yaml.Scalar(_, String text, boolean number)) || !number) {
            throw wrong(key, range.sentence());
        }
        double value;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException _) {
            throw wrong(key, range.sentence());
        }
        if (!range.contains(value)) {
            throw wrong(key, range.sentence());
        }
        return value;
    }

    long whole(String key, long least, long most, long byDefault) throws InvalidPlanException {
        @Nullable Yaml node = node(key);
        return node == null ? byDefault : whole(key, node, least, most);
    }

    long wholeRequired(String key, long least, long most) throws InvalidPlanException {
        return whole(key, required(key, wholes(least, most)), least, most);
    }

    Duration duration(String key, Duration least, Duration most, Duration byDefault)
            throws InvalidPlanException {
        @Nullable Yaml node = node(key);
        if (node == null) {
            return byDefault;
        }
        String allowed =
                "a duration from %s to %s, such as 60s, 2m or 5ms"
                        .formatted(said(least), said(most));
        Matcher matcher = DURATION.matcher(scalar(key, node, allowed));
        if (!matcher.matches()) {
            throw wrong(key, allowed);
        }
        BigDecimal nanos = new BigDecimal(matcher.group(1)).multiply(NANOS.get(matcher.group(2)));
        if (nanos.compareTo(BigDecimal.valueOf(least.toNanos())) < 0
                || nanos.compareTo(BigDecimal.valueOf(most.toNanos())) > 0) {
            throw wrong(key, allowed);
        }
        return Duration.ofNanos(nanos.longValue());
    }

    long bytes(String key, long byDefault) throws InvalidPlanException {
        @Nullable Yaml node = node(key);
        if (node == null) {
            return byDefault;
        }
        String allowed = "a size above 0 such as 512 KiB, 512k or 1m";
        Matcher matcher = BYTES.matcher(scalar(key, node, allowed));
        if (!matcher.matches() || matcher.group(1).length() > 12) {
            throw wrong(key, allowed);
        }
        @Nullable String unit = matcher.group(2);
        int shift =
                switch (unit == null ? 'b' : Character.toLowerCase(unit.charAt(0))) {
                    case 'k' -> 10;
                    case 'm' -> 20;
                    default -> 0;
                };
        long bytes = Long.parseLong(matcher.group(1)) << shift;
        if (bytes == 0) {
            throw wrong(key, allowed);
        }
        return bytes;
    }

    /// What is wrong with the value of a key that is there.
    ///
    /// @param allowed the end of "…; allowed is"
    InvalidPlanException wrong(String key, String allowed) {
        @Nullable Yaml node = node(key);
        return complaint(
                file,
                node == null ? fields.line() : node.line(),
                "%s is %s; allowed is %s"
                        .formatted(named(key), node == null ? "missing" : shown(node), allowed));
    }

    /// Something that is wrong with several keys together.
    InvalidPlanException complaint(String key, String sentence) {
        return complaint(file, fields.lines().getOrDefault(key, fields.line()), sentence);
    }

    String named(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    static String listed(List<String> words) {
        int last = words.size() - 1;
        return last < 1
                ? String.join("", words)
                : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
    }

    private @Nullable Yaml node(String key) {
        @Nullable Yaml node = fields.values().get(key);
        return node instanceof Yaml.Nothing ? null : node;
    }

    private Yaml required(String key, String allowed) throws InvalidPlanException {
        @Nullable Yaml node = node(key);
        if (node == null) {
            throw complaint(
                    file,
                    fields.lines().getOrDefault(key, fields.line()),
                    "the key %s is missing; it is %s".formatted(named(key), allowed));
        }
        return node;
    }

    private List<Yaml> items(String key, String allowed) throws InvalidPlanException {
        @Nullable Yaml node = node(key);
        if (node == null) {
            return List.of();
        }
        if (!(node instanceof Yaml.Items(_, List<Yaml> values))) {
            throw wrong(key, allowed);
        }
        return values;
    }

    private String scalar(String key, Yaml node, String allowed) throws InvalidPlanException {
        if (!(node instanceof Yaml.Scalar(_, String text, _)) || text.isBlank()) {
            throw wrong(key, allowed);
        }
        return text;
    }

    private String scalar(String name, Yaml node) throws InvalidPlanException {
        if (!(node instanceof Yaml.Scalar(_, String text, _)) || text.isBlank()) {
            throw complaint(file, node.line(), name + " is " + shown(node) + "; allowed is a text");
        }
        return text;
    }

    private long whole(String key, Yaml node, long least, long most) throws InvalidPlanException {
        String allowed = wholes(least, most);
        if (!(node instanceof Yaml.Scalar(_, String text, boolean number)) || !number) {
            throw wrong(key, allowed);
        }
        long value;
        try {
            value = Long.parseLong(text);
        } catch (NumberFormatException _) {
            throw wrong(key, allowed);
        }
        if (value < least || value > most) {
            throw wrong(key, allowed);
        }
        return value;
    }

    /// As it is written in a plan.
    private static String said(Duration duration) {
        return duration.toSeconds() == 0
                ? duration.toNanos() / 1_000 + "us"
                : duration.toSeconds() < 3600
                        ? duration.toSeconds() + "s"
                        : duration.toHours() + "h";
    }

    private static String wholes(long least, long most) {
        return most == Long.MAX_VALUE
                ? "a whole number, at least " + least
                : "a whole number from %d to %d".formatted(least, most);
    }

    private static String shown(Yaml node) {
        String kind = node.kind().replace('\n', ' ');
        return kind.length() <= VALUE_SHOWN_MAX ? kind : kind.substring(0, VALUE_SHOWN_MAX) + "…'";
    }

    private static InvalidPlanException complaint(String file, int line, String sentence) {
        return new InvalidPlanException("%s line %d: %s.".formatted(file, line, sentence));
    }
}
