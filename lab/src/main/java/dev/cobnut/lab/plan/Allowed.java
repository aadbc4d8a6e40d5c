package dev.cobnut.lab.plan;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The values that a key of a plan may have.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface Allowed {

    /// Regular expression of a name; [#NAMES] describes it.
    String NAME = "[a-z0-9]+(-[a-z0-9]+)*";

    String NAMES = "digits, lower-case letters and single dashes between them";
    String INTERVAL = "a duration from 1us to 1s, such as 5ms";

    /// In nanoseconds, as is [#SECOND].
    double MICROSECOND = 1e3;

    double SECOND = 1e9;

    /// The allowed values in words: the end of "…; allowed is".
    String value();

    /// True when the key is required.
    boolean required() default false;

    /// Regular expression that a text must match.
    String pattern() default "";

    /// Smallest number, or smallest duration in nanoseconds.
    double min() default Double.NEGATIVE_INFINITY;

    /// Largest number, or largest duration in nanoseconds.
    double max() default Double.POSITIVE_INFINITY;

    /// True when the smallest number itself is allowed.
    boolean minAllowed() default true;
}
