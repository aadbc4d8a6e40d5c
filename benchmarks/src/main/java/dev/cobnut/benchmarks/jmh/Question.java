package dev.cobnut.benchmarks.jmh;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// What a benchmark asks. It stands beside its figures in the published table.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Question {

    /// In one sentence.
    String value();

    /// What could not be better, and why.
    String ceiling();

    /// What of the machine is in the figure.
    String machine();

    /// Whether a published target rests on it: then it warms up for longer, and a quick run has it.
    boolean target() default false;

    /// The parameter that the target is about, such as `actors=10000`; empty for all.
    String targetParam() default "";
}
