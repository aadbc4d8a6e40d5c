package dev.cobnut.framework.tools;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/// A test that takes minutes. `./cobnut test --thorough` runs it; `./cobnut test` names it as
/// skipped.
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfEnvironmentVariable(
        named = TestRounds.VARIABLE,
        matches = TestRounds.YES,
        disabledReason = "takes minutes: ./cobnut test --thorough runs it")
public @interface Thorough {}
