package dev.cobnut.framework.sqltable;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.handler.Handler;
import dev.cobnut.framework.table.TableBuildingException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/// A projection over many streams into a table of the application's own database:
///
/// ```java
/// SqlTable.named("overdue", 1)
///         .create("CREATE TABLE {table} (loan VARCHAR(40) PRIMARY KEY, branch VARCHAR(40), due DATE)",
///                 "CREATE INDEX {table}_due ON {table} (branch, due)")
///         .on(CopyLent.class, (lent, rows) -> rows.update(
///                 "INSERT INTO {table} (loan, branch, due) VALUES (?, ?, ?)", lent.loan(), lent.branch(), lent.due()))
///         .on(CopyReturned.class, (back, rows) -> rows.update("DELETE FROM {table} WHERE loan = ?", back.loan()))
///         .in(dataSource);
/// ```
///
/// Immutable: every step returns another table. The object that is a bean is the one that is run
/// and read. It is read by SQL: [#sql] puts the name of the present rows into a statement.
///
/// A higher version has rows of its own. They are built from the journal when the service starts
/// with it, beside those of the version before.
public final class SqlTable {

    /// Stands for the name of the rows' table in a statement.
    public static final String TABLE = "{table}";

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");

    /// What is done for an event. It is called again for an event whose transaction was rolled
    /// back.
    ///
    /// @param <T> the class of the event
    @FunctionalInterface
    public interface Reaction<T> {

        /// @throws Exception when the event cannot be applied: it is tried again, then its stream
        ///   is parked for the table
        void apply(T event, SqlWrites rows) throws Exception;
    }

    record On<T>(Class<T> type, Reaction<? super T> reaction) {

        boolean isFor(Object event) {
            return type.isInstance(event);
        }

        void apply(Object event, SqlWrites rows) throws Exception {
            reaction.apply(type.cast(event), rows);
        }

        /// Only says what is read.
        Handler addTo(Handler reader) {
            return reader.on(type, (_, _) -> {});
        }
    }

    private final String name;
    private final int version;
    private final List<String> createStatements;
    private final List<On<?>> reactions;
    private final Duration keepOlderFor;
    private final boolean readsOlder;
    private final @Nullable DataSource database;
    private final AtomicReference<@Nullable SqlTableLoop> running = new AtomicReference<>();

    private SqlTable(
            String name,
            int version,
            List<String> createStatements,
            List<On<?>> reactions,
            Duration keepOlderFor,
            boolean readsOlder,
            @Nullable DataSource database) {
        this.name = name;
        this.version = version;
        this.createStatements = createStatements;
        this.reactions = reactions;
        this.keepOlderFor = keepOlderFor;
        this.readsOlder = readsOlder;
        this.database = database;
    }

    /// A table that takes no event yet.
    ///
    /// @param version from 1; a higher one is built anew
    /// @throws UnusableDomainException when the name does not begin with a lower-case letter, or
    ///   has anything but at most 40 lower-case letters, digits and -
    public static SqlTable named(String name, int version) {
        if (!NAME.matcher(name).matches()) {
            throw new UnusableDomainException(
                    "a table in SQL is named '"
                            + name
                            + "'; a name begins with a lower-case letter and has at most 40"
                            + " lower-case letters, digits and -");
        }
        if (version < 1) {
            throw new UnusableDomainException(
                    "the table "
                            + name
                            + " has the version "
                            + version
                            + "; versions begin with 1");
        }
        return new SqlTable(name, version, List.of(), List.of(), Duration.ofDays(1), false, null);
    }

    /// The statements that create the table and its indexes. Each names the table as `{table}`,
    /// because a rebuild fills another one.
    public SqlTable create(String... statements) {
        for (String statement : statements) {
            if (!statement.contains(TABLE)) {
                throw new UnusableDomainException(
                        "the table "
                                + name
                                + " is created by '"
                                + statement
                                + "', which does not name it as "
                                + TABLE
                                + "; a rebuild needs another table beside it");
            }
        }
        return new SqlTable(
                name, version, List.of(statements), reactions, keepOlderFor, readsOlder, database);
    }

    /// Does something for each event of a class, or of a supertype of several. One reaction for
    /// each event.
    public <T> SqlTable on(Class<T> type, Reaction<? super T> reaction) {
        List<On<?>> all = new ArrayList<>(reactions);
        all.add(new On<>(type, reaction));
        return new SqlTable(
                name,
                version,
                createStatements,
                List.copyOf(all),
                keepOlderFor,
                readsOlder,
                database);
    }

    /// How long the rows of an older version stay when no member runs it any more and this version
    /// is read; a day unless it is said.
    public SqlTable keepOlderFor(Duration time) {
        return new SqlTable(name, version, createStatements, reactions, time, readsOlder, database);
    }

    /// While the first build of this version runs, [#sql] names the rows of the newest older
    /// version that was read. They are as they were when its last member stopped. For a version
    /// whose queries fit the older rows, too.
    public SqlTable readOlderWhileBuilding() {
        return new SqlTable(
                name, version, createStatements, reactions, keepOlderFor, true, database);
    }

    /// The database of the rows. The user of its connections may create and drop tables.
    public SqlTable in(DataSource source) {
        return new SqlTable(
                name, version, createStatements, reactions, keepOlderFor, readsOlder, source);
    }

    public String name() {
        return name;
    }

    public int version() {
        return version;
    }

    /// A statement that reads the present rows: `{table}` becomes the name of their table. Ask for
    /// it anew for each query, because a rebuild switches.
    ///
    /// @throws TableBuildingException while there are no rows that may be read
    public String sql(String statement) {
        return statement.replace(TABLE, loop().reads().table(readsOlder));
    }

    /// Waits until every event that is committed now is in the rows.
    ///
    /// @return false when the time is over before, or the thread is interrupted
    public boolean await(Duration atMost) {
        return loop().reads().await(atMost);
    }

    /// Waits until the events through a position of the journal are in the rows.
    ///
    /// @return false when the time is over before, or the thread is interrupted
    public boolean await(long position, Duration atMost) {
        return loop().reads().await(position, atMost);
    }

    /// Waits until the events at these positions of the journal are in the rows.
    ///
    /// @param positions for example those of a request's consistency token; none: there is nothing
    ///   to wait for
    /// @return false when the time is over before, or the thread is interrupted
    public boolean await(Collection<Long> positions, Duration atMost) {
        return positions.isEmpty() || await(Collections.max(positions), atMost);
    }

    Duration keepsOlderFor() {
        return keepOlderFor;
    }

    List<On<?>> reactions() {
        return reactions;
    }

    SqlBuilds builds() {
        return new SqlBuilds(name, createStatements, Objects.requireNonNull(database));
    }

    /// Reads the events that have a reaction, with the checks of [Handler#reading].
    Handler reading(Map<String, ? extends EventCodec<?>> codecs) {
        Handler reader = Handler.named(name);
        for (On<?> on : reactions) {
            reader = on.addTo(reader);
        }
        return reader.reading(codecs);
    }

    void open(SqlTableLoop loop) {
        if (createStatements.isEmpty() || database == null) {
            throw new UnusableDomainException(
                    "the table "
                            + name
                            + " has no "
                            + (database == null ? "database" : "statement that creates it")
                            + "; call "
                            + (database == null ? "in" : "create")
                            + "(…) before it becomes a bean");
        }
        running.set(loop);
    }

    private SqlTableLoop loop() {
        SqlTableLoop loop = running.get();
        if (loop == null) {
            throw new IllegalStateException(
                    "the table "
                            + name
                            + " is read, but is no bean of this service: read the object that the"
                            + " application context has");
        }
        return loop;
    }

    @Override
    public String toString() {
        return "SqlTable[" + name + ", version " + version + "]";
    }
}
