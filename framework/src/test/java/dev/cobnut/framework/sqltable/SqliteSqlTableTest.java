package dev.cobnut.framework.sqltable;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.io.TempDir;

class SqliteSqlTableTest extends SqlTableContract {

    @TempDir Path folder;

    /// SQLite has one writer.
    @Override
    boolean hasWritersBesideEachOther() {
        return false;
    }

    @Override
    Connection connect() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:sqlite:" + folder.resolve("application.db") + "?journal_mode=WAL");
    }
}
