package dev.cobnut.framework.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.cobnut.framework.journal.JournalException;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/// The drivers of a journal are on the class path of the application, or the start says which are
/// missing.
class JournalDriversTest {

    @TempDir Path data;

    private void startIsRefused(String type, ClassLoader classes, String sentence) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(CobnutAutoConfiguration.class))
                .withPropertyValues("cobnut.data=" + data, "cobnut.journal.type=" + type)
                .withClassLoader(classes)
                .run(context ->
                        assertThat(context.getStartupFailure())
                                .rootCause()
                                .isInstanceOf(JournalException.class)
                                .hasMessage(sentence));
    }

    @Test
    void aMissingSqliteDriverIsNamed() {
        startIsRefused(
                "sqlite",
                new FilteredClassLoader("org.sqlite"),
                "cobnut.journal.type=sqlite needs org.xerial:sqlite-jdbc on the class path, and there is no org.xerial:sqlite-jdbc; those of cobnut.journal.type=postgresql are there: set it to use them");
    }

    @Test
    void aMissingLibraryOfTheJournalInPostgresIsNamed() {
        startIsRefused(
                "postgresql",
                new FilteredClassLoader(HikariDataSource.class),
                "cobnut.journal.type=postgresql needs org.postgresql:postgresql, com.zaxxer:HikariCP, org.flywaydb:flyway-database-postgresql on the class path, and there is no com.zaxxer:HikariCP; those of cobnut.journal.type=sqlite are there: set it to use them");
    }

    @Test
    void allMissingLibrariesOfTheJournalInPostgresAreNamed() {
        startIsRefused(
                "postgresql",
                new FilteredClassLoader("org.postgresql", "com.zaxxer", "org.flywaydb"),
                "cobnut.journal.type=postgresql needs org.postgresql:postgresql, com.zaxxer:HikariCP, org.flywaydb:flyway-database-postgresql on the class path, and there is no org.postgresql:postgresql, no com.zaxxer:HikariCP, no org.flywaydb:flyway-database-postgresql; those of cobnut.journal.type=sqlite are there: set it to use them");
    }

    @Test
    void anApplicationThatHasOnlyTheSqliteDriverStartsAndTakesCommands() throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader classes =
                new URLClassLoader(
                        classPathWithoutPostgres(), ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(classes);
            assertThat(classes.getResource("org/postgresql/Driver.class")).isNull();
            assertThat(
                            classes.loadClass(SqliteOnlyApplication.class.getName())
                                    .getMethod("run", String.class, String.class)
                                    .invoke(null, data.toString(), "test-" + UUID.randomUUID()))
                    .asString()
                    .startsWith("Accepted[");
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static URL[] classPathWithoutPostgres() throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String path : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (!path.matches(".*/(postgresql|HikariCP|flyway-)[^/]*\\.jar")) {
                urls.add(Path.of(path).toUri().toURL());
            }
        }
        return urls.toArray(URL[]::new);
    }
}
