package dev.cobnut.framework.handler;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

class H2ExactlyOnceTest extends ExactlyOnceContract {

    @Override
    Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:h2:mem:application;DB_CLOSE_DELAY=-1");
    }
}
