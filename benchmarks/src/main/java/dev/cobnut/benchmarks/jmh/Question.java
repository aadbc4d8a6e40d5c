package dev.cobnut.benchmarks.jmh;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The question of a benchmark. The published document shows it above the benchmark's table.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Question {

    /// The question in one sentence.
    String value();

    /// The best possible result, and the reason.
    String ceiling();

    /// The influence of the machine on the figure.
    String machine();

    /// True when a published target depends on the benchmark. Such a benchmark warms up for longer
    /// and is part of a quick run.
    boolean target() default false;

    /// The parameter of the target, such as `actors=10000`; empty for all parameters.
    String targetParam() default "";

    /// True when the processor time per operation is measured, too.
    boolean cpu() default false;
}
