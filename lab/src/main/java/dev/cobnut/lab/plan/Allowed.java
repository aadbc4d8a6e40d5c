package dev.cobnut.lab.plan;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The values that a key of a plan may have.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface Allowed {

    /// Pattern of a name, in words [#NAMES].
    String NAME = "[a-z0-9]+(-[a-z0-9]+)*";

    String NAMES = "digits, lower-case letters and single dashes between them";
    String INTERVAL = "a duration from 1us to 1s, such as 5ms";

    /// In nanoseconds, like [#SECOND].
    double MICROSECOND = 1e3;

    double SECOND = 1e9;

    /// In words: the end of "…; allowed is".
    String value();

    /// Whether the key has to be there.
    boolean required() default false;

    /// Regular expression that a text must match.
    String pattern() default "";

    /// Least number, or least duration in nanoseconds.
    double min() default Double.NEGATIVE_INFINITY;

    /// Greatest number, or greatest duration in nanoseconds.
    double max() default Double.POSITIVE_INFINITY;

    /// Whether the least number itself is allowed.
    boolean minAllowed() default true;
}
