package dev.cobnut.test.transaction;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.handler.ExactlyOnce;
import dev.cobnut.test.transaction.FineDesk.FineCharged;
import java.sql.Connection;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/// Adds fines up in a table of the application.
@Component
class FineTotals {

    static final String NAME = "fine-totals";

    private final JdbcTemplate application;
    private final ExactlyOnce once = new ExactlyOnce();

    FineTotals(JdbcTemplate application) {
        this.application = application;
    }

    @Transactional(rollbackFor = Exception.class)
    public void add(FineCharged fine, RecordedEvent event) {
        if (isFirst(event)) {
            application.update(
                    "UPDATE totals SET cents = cents + ? WHERE branch = 'centre'", fine.cents());
        }
    }

    private boolean isFirst(RecordedEvent event) {
        return application.execute(
                (Connection connection) -> once.isFirst(connection, NAME, event));
    }
}
