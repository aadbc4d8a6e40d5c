package dev.cobnut.orders.startup;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/// Replaces Spring Boot's analyzer, whose text has several lines and names no option of this
/// service.
@Order(Ordered.HIGHEST_PRECEDENCE)
final class PortInUseAnalyzer extends AbstractFailureAnalyzer<PortInUseException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, PortInUseException cause) {
        return new FailureAnalysis(
                "Port %d is in use by another process; stop it, or choose another port with --server.port=%d."
                        .formatted(cause.getPort(), cause.getPort() + 1),
                null,
                cause);
    }
}
