package dev.cobnut.framework.autoconfigure.actuator;

import dev.cobnut.framework.table.ParkedByTable;
import dev.cobnut.framework.table.TableProgress;
import dev.cobnut.framework.table.TableStatus;
import dev.cobnut.framework.table.Tables;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/// The actuator endpoint of the tables, for operators.
///
/// ```text
/// GET  /actuator/tables           every table: how far it is, a build that runs, parked streams
/// POST /actuator/tables/{table}   builds a table anew, beside the rows that are read
/// ```
@Endpoint(id = "tables")
public final class TablesEndpoint {

    private final Tables tables;

    TablesEndpoint(Tables tables) {
        this.tables = tables;
    }

    @ReadOperation
    public Listing tables() {
        return new Listing(tables.statuses().stream().map(TablesEndpoint::shown).toList());
    }

    private static Shown shown(TableStatus status) {
        TableProgress building = status.building();
        return new Shown(
                status.name(),
                status.version(),
                status.position(),
                status.behind(),
                status.ready(),
                status.runsHere(),
                building == null ? null : Building.of(building),
                status.stopped(),
                status.parked());
    }

    /// Builds a table anew, whichever member runs it. Streams that are parked for it are tried
    /// again.
    ///
    /// @throws InvalidEndpointRequestException when there is no such table, which is answered 400
    @WriteOperation
    public Rebuilding rebuild(@Selector String table) {
        if (!tables.names().contains(table)) {
            throw new InvalidEndpointRequestException(
                    "'" + table + "' is not the name of a table", "not the name of a table");
        }
        tables.rebuild(table);
        return new Rebuilding(table, true);
    }

    /// @param tables in the order of their beans
    public record Listing(List<Shown> tables) {}

    /// @param position events through it are in the rows
    /// @param behind number of the journal's events after it
    /// @param ready false while the first build runs
    /// @param runsHere true when this member runs it
    /// @param building the build that runs; null when none does
    /// @param stopped why the table does not go on; null while it does
    public record Shown(
            String name,
            int version,
            long position,
            long behind,
            boolean ready,
            boolean runsHere,
            @Nullable Building building,
            @Nullable String stopped,
            List<ParkedByTable> parked) {}

    /// @param secondsLeft estimated; null while there is no estimate
    public record Building(int percent, long position, long through, @Nullable Long secondsLeft) {

        static Building of(TableProgress progress) {
            Duration left = progress.left();
            return new Building(
                    progress.percent(),
                    progress.position(),
                    progress.through(),
                    left == null ? null : left.toSeconds());
        }
    }

    /// @param rebuilding true: the rebuild begins within a second
    public record Rebuilding(String table, boolean rebuilding) {}
}
