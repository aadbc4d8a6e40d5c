package dev.cobnut.framework.postgres;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A test that needs a [PostgresServer], which it configures, kills or reaches by a proxy; skipped,
/// with the reason, where none can be started. [NeedsPostgresDatabase] is enough for a connection.
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsPostgres.Condition.class)
public @interface NeedsPostgres {

    /// True when a server can be started.
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return PostgresServer.reasonAgainst()
                    .map(ConditionEvaluationResult::disabled)
                    .orElseGet(() -> ConditionEvaluationResult.enabled("PostgreSQL is installed"));
        }
    }
}
