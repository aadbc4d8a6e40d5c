package dev.cobnut.framework.sqltable;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

class H2SqlTableTest extends SqlTableContract {

    @Override
    Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:h2:mem:sqltables;DB_CLOSE_DELAY=-1");
    }
}
