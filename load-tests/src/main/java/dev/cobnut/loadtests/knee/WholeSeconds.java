package dev.cobnut.loadtests.knee;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Converts `90s`, `2m` or `1h` from the command line.
public final class WholeSeconds implements ITypeConverter<Duration> {

    private static final Pattern FORM = Pattern.compile("([0-9]{1,6})([smh])");

    @Override
    public Duration convert(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new TypeConversionException(
                    "'%s' is not a duration; write whole seconds, minutes or hours, such as 90s, 2m or 1h"
                            .formatted(text));
        }
        long amount = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofHours(amount);
        };
    }

    /// The duration in the form of the command line.
    public static String text(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds % 60 == 0 && seconds > 0 ? seconds / 60 + "m" : seconds + "s";
    }
}
