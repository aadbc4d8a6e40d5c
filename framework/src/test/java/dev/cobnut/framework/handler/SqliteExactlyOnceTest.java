package dev.cobnut.framework.handler;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteExactlyOnceTest extends ExactlyOnceContract {

    @TempDir Path folder;

    @Override
    Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("application.db"));
    }

    @Test
    void aNameThatIsNoTableIsRefused() {
        assertThatThrownBy(() -> new ExactlyOnce("handled; DROP TABLE events"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'handled; DROP TABLE events'");
    }
}
