package dev.cobnut.framework.sqltable;

import dev.cobnut.framework.journal.PostgresSettings;
import dev.cobnut.framework.postgres.NeedsPostgresDatabase;
import dev.cobnut.framework.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

@NeedsPostgresDatabase
class PostgresSqlTableTest extends SqlTableContract {

    private final PostgresSettings settings = PostgresDatabase.shared().newJournal();

    @Override
    Connection connect() throws SQLException {
        return DriverManager.getConnection(settings.url(), settings.user(), settings.password());
    }
}
