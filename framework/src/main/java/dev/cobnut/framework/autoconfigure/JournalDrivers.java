package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.journal.JournalException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/// The libraries that a kind of journal needs. They are optional dependencies of the framework, so
/// an application brings those of the journal that it uses.
final class JournalDrivers {

    /// @param artifact group and name, as the build names it
    /// @param type a class of the library
    private record Library(String artifact, String type) {}

    private static final List<Library> SQLITE =
            List.of(new Library("org.xerial:sqlite-jdbc", "org.sqlite.JDBC"));

    private static final List<Library> POSTGRESQL =
            List.of(
                    new Library("org.postgresql:postgresql", "org.postgresql.Driver"),
                    new Library("com.zaxxer:HikariCP", "com.zaxxer.hikari.HikariDataSource"),
                    new Library(
                            "org.flywaydb:flyway-database-postgresql",
                            "org.flywaydb.database.postgresql.PostgreSQLDatabaseType"));

    private JournalDrivers() {}

    /// @throws JournalException when a library is missing; the sentence names those to add
    static void require(JournalType type, @Nullable ClassLoader classes) {
        List<String> missing = missing(type, classes);
        if (!missing.isEmpty()) {
            throw new JournalException(
                    "cobnut.journal.type="
                            + type.name().toLowerCase(Locale.ROOT)
                            + " needs "
                            + String.join(
                                    ", ", libraries(type).stream().map(Library::artifact).toList())
                            + " on the class path, and there is no "
                            + String.join(", no ", missing)
                            + other(type, classes),
                    null);
        }
    }

    private static List<String> missing(JournalType type, @Nullable ClassLoader classes) {
        return libraries(type).stream()
                .filter(library -> !ClassUtils.isPresent(library.type(), classes))
                .map(Library::artifact)
                .toList();
    }

    /// The other kind of journal, when its libraries are there: an application with the starter of
    /// one kind has no setting yet, or that of the other kind.
    private static String other(JournalType type, @Nullable ClassLoader classes) {
        return Arrays.stream(JournalType.values())
                .filter(other -> other != type && missing(other, classes).isEmpty())
                .map(other ->
                        "; those of cobnut.journal.type="
                                + other.name().toLowerCase(Locale.ROOT)
                                + " are there: set it to use them")
                .collect(Collectors.joining());
    }

    private static List<Library> libraries(JournalType type) {
        return switch (type) {
            case SQLITE -> SQLITE;
            case POSTGRESQL -> POSTGRESQL;
        };
    }
}
