package dev.cobnut.framework.autoconfigure;

import static dev.cobnut.framework.autoconfigure.settings.SettingChecks.requireAtLeastOne;
import static dev.cobnut.framework.autoconfigure.settings.SettingChecks.requirePositive;
import static dev.cobnut.framework.autoconfigure.settings.SettingChecks.requireValid;

import dev.cobnut.framework.delivery.PublisherSettings;
import dev.cobnut.framework.feed.FeedSettings;
import dev.cobnut.framework.handler.HandlerSettings;
import dev.cobnut.framework.journal.SqliteSettings;
import dev.cobnut.framework.outbox.OutboxLimits;
import dev.cobnut.framework.profiling.ProfilerSettings;
import dev.cobnut.framework.table.owner.TableSettings;
import dev.cobnut.runtime.entity.DispatchSettings;
import dev.cobnut.runtime.mailbox.MailboxKind;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// Settings of a Cobnut service. A value outside its range ends the start with a message that names
/// the setting or its prefix.
///
/// @param data folder of the journal; created when it does not exist
/// @param journal the journal
/// @param streams the map of streams
/// @param dispatch the mailboxes
/// @param command waits for the outcomes of commands
/// @param outbox the outbox and the delivery
/// @param views the maps of views
/// @param handlers the event handlers
/// @param tables the tables
/// @param feed the live feed
/// @param hazelcast the embedded member
/// @param profiling the profiler of this process
/// @param tracing the traces of requests and of what follows from them
/// @param cluster the other members, when there are any
@ConfigurationProperties("cobnut")
public record CobnutProperties(
        @DefaultValue("./data") Path data,
        @DefaultValue JournalProperties journal,
        @DefaultValue StreamsProperties streams,
        @DefaultValue DispatchProperties dispatch,
        @DefaultValue CommandProperties command,
        @DefaultValue OutboxProperties outbox,
        @DefaultValue ViewsProperties views,
        @DefaultValue HandlersProperties handlers,
        @DefaultValue TablesProperties tables,
        @DefaultValue FeedProperties feed,
        @DefaultValue HazelcastProperties hazelcast,
        @DefaultValue ProfilingProperties profiling,
        @DefaultValue TracingProperties tracing,
        @NestedConfigurationProperty @DefaultValue ClusterProperties cluster) {

    /// Checks the parts with what uses them. Nobody wants a journal in a folder `~`.
    public CobnutProperties {
        if (data.startsWith("~")) {
            throw new IllegalArgumentException(
                    "cobnut.data is %s, which a shell did not replace: write the folder's whole path"
                            .formatted(data));
        }
        requireValid("cobnut.journal", () -> journal.sqlite(data));
        requireValid("cobnut.dispatch", dispatch::settings);
        requireValid("cobnut.outbox", outbox::publisher);
        requireValid("cobnut.handlers", handlers::settings);
        requireValid("cobnut.tables", () -> tables.settings(1));
        requireValid("cobnut.feed", feed::settings);
        requireValid("cobnut.profiling", () -> profiling.settings(data));
    }

    /// @param type kind of storage of the journal
    /// @param queueCapacity most appends that wait for the writer; further ones are answered with
    ///   503
    /// @param groupMax most commands in one commit
    /// @param readers connections for reads; for the SQLite journal
    /// @param walCheckpointPages pages in the write-ahead log that start a checkpoint (4 KiB each)
    /// @param walPagesMax pages at which the writer itself waits for the checkpoint
    /// @param postgresql the database, when the type is `postgresql`
    public record JournalProperties(
            @DefaultValue("sqlite") JournalType type,
            @DefaultValue("8192") int queueCapacity,
            @DefaultValue("256") int groupMax,
            @DefaultValue("2") int readers,
            @DefaultValue("4000") int walCheckpointPages,
            @DefaultValue("32000") int walPagesMax,
            @NestedConfigurationProperty @DefaultValue PostgresProperties postgresql) {

        SqliteSettings sqlite(Path folder) {
            return new SqliteSettings(
                    folder, queueCapacity, groupMax, readers, walCheckpointPages, walPagesMax);
        }
    }

    /// @param entriesMax most streams in memory on one member
    /// @param eventsMax most events of one stream in memory
    public record StreamsProperties(
            @DefaultValue("10000") int entriesMax, @DefaultValue("100") int eventsMax) {

        public StreamsProperties {
            requireAtLeastOne("cobnut.streams.entries-max", entriesMax);
            requireAtLeastOne("cobnut.streams.events-max", eventsMax);
        }
    }

    /// @param mailbox kind of the mailboxes
    /// @param mailboxCapacity most commands that wait for one stream; further ones are answered
    ///   with 503
    /// @param residentMax most streams whose state stays in memory between commands
    /// @param idleAfter time without commands after which the state of a stream leaves memory
    /// @param turnBatchMax most commands of one stream in one turn, and in one append
    public record DispatchProperties(
            @DefaultValue("256") int mailboxCapacity,
            @DefaultValue("mpsc") MailboxKind mailbox,
            @DefaultValue("2000") int residentMax,
            @DefaultValue("60s") Duration idleAfter,
            @DefaultValue("64") int turnBatchMax) {

        DispatchSettings settings() {
            return new DispatchSettings(
                    mailboxCapacity, mailbox, residentMax, idleAfter, turnBatchMax);
        }
    }

    /// @param deadline longest wait for the outcome of a command; after it, the answer says that
    ///   the outcome is unknown
    /// @param drainDeadline longest time that a shutdown waits for queued commands
    public record CommandProperties(
            @DefaultValue("10s") Duration deadline, @DefaultValue("10s") Duration drainDeadline) {

        public CommandProperties {
            requirePositive("cobnut.command.deadline", deadline);
            if (drainDeadline.isNegative()) {
                throw new IllegalArgumentException(
                        "cobnut.command.drain-deadline must not be negative, but was "
                                + drainDeadline);
            }
        }
    }

    /// @param entriesMax most pending entries in the map; further events wait in the journal
    /// @param refillMax most events that one step reads from the journal into the map
    /// @param pageMax most events in one page of the pipeline
    /// @param unitMax most events of one stream in one page
    /// @param heldMax most events that are on their way or wait for a retry
    /// @param pace shortest time between two polls when the first one found less than a page
    /// @param safetyInterval time between two polls of the outbox from its beginning
    /// @param sweepInterval time between two comparisons of the journal with the outbox
    /// @param lostAfter age above which a committed event that is neither delivered nor in the
    ///   outbox is put back
    /// @param attemptsMax deliveries of one event before its stream is parked
    /// @param backoffMin pause after the first failed delivery; it doubles with each, with jitter
    /// @param backoffMax longest pause between two deliveries of one event
    /// @param oldestPendingMax age of the oldest undelivered event above which the health indicator
    ///   `outbox` is DOWN
    public record OutboxProperties(
            @DefaultValue("20000") int entriesMax,
            @DefaultValue("1000") int refillMax,
            @DefaultValue("256") int pageMax,
            @DefaultValue("64") int unitMax,
            @DefaultValue("4096") int heldMax,
            @DefaultValue("5ms") Duration pace,
            @DefaultValue("5s") Duration safetyInterval,
            @DefaultValue("5s") Duration sweepInterval,
            @DefaultValue("10s") Duration lostAfter,
            @DefaultValue("8") int attemptsMax,
            @DefaultValue("100ms") Duration backoffMin,
            @DefaultValue("10s") Duration backoffMax,
            @DefaultValue("60s") Duration oldestPendingMax) {

        public OutboxProperties {
            requireAtLeastOne("cobnut.outbox.entries-max", entriesMax);
            requireAtLeastOne("cobnut.outbox.refill-max", refillMax);
            requirePositive("cobnut.outbox.sweep-interval", sweepInterval);
            requirePositive("cobnut.outbox.lost-after", lostAfter);
            requirePositive("cobnut.outbox.oldest-pending-max", oldestPendingMax);
        }

        OutboxLimits limits() {
            return new OutboxLimits(entriesMax, refillMax);
        }

        PublisherSettings publisher() {
            return new PublisherSettings(
                    pageMax,
                    unitMax,
                    heldMax,
                    pace,
                    safetyInterval,
                    attemptsMax,
                    backoffMin,
                    backoffMax);
        }
    }

    /// @param entriesMax most entries of one view in memory on one member
    public record ViewsProperties(@DefaultValue("10000") int entriesMax) {

        public ViewsProperties {
            requireAtLeastOne("cobnut.views.entries-max", entriesMax);
        }
    }

    /// @param pageMax most events of one read of the journal
    /// @param heldMax most events in memory that are being handled, wait behind those, or wait for
    ///   another attempt
    /// @param parallelMax most streams whose events are handled at the same time
    /// @param attemptsMax attempts to handle one event before its stream is parked for the handler
    /// @param backoffMin pause after the first failure; it doubles with each, with jitter
    /// @param backoffMax longest pause between two attempts to handle one event
    /// @param parkedMax most parked streams of one handler; beyond it, failing events are tried
    ///   again without an end
    /// @param pollInterval time between two looks for events that other members have committed
    /// @param stalledAfter time without progress after which the health indicator `handlers` is
    ///   DOWN
    /// @param drainDeadline longest time that a shutdown waits for events that are being handled
    public record HandlersProperties(
            @DefaultValue("256") int pageMax,
            @DefaultValue("4096") int heldMax,
            @DefaultValue("16") int parallelMax,
            @DefaultValue("8") int attemptsMax,
            @DefaultValue("100ms") Duration backoffMin,
            @DefaultValue("10s") Duration backoffMax,
            @DefaultValue("1000") int parkedMax,
            @DefaultValue("200ms") Duration pollInterval,
            @DefaultValue("60s") Duration stalledAfter,
            @DefaultValue("10s") Duration drainDeadline) {

        HandlerSettings settings() {
            return new HandlerSettings(
                    pageMax,
                    heldMax,
                    parallelMax,
                    attemptsMax,
                    backoffMin,
                    backoffMax,
                    parkedMax,
                    pollInterval,
                    stalledAfter,
                    drainDeadline);
        }
    }

    /// @param pollInterval time between two looks for events that other members have committed
    /// @param parkedMax most parked streams of one table; at one more, the table stops
    /// @param heapPercentMax most of the heap that the rows of all tables may take on a member, in
    ///   percent, without their indexes; a rebuild has rows of its own. A table that needs more
    ///   stops
    /// @param dropAfter how long the rows of before stay after a rebuild, for queries that run
    public record TablesProperties(
            @DefaultValue("200ms") Duration pollInterval,
            @DefaultValue("100") int parkedMax,
            @DefaultValue("12") int heapPercentMax,
            @DefaultValue("10s") Duration dropAfter) {

        private static final int HEAP_PERCENT_MOST = 40;

        public TablesProperties {
            if (heapPercentMax < 1 || heapPercentMax > HEAP_PERCENT_MOST) {
                throw new IllegalArgumentException(
                        "cobnut.tables.heap-percent-max must be from 1 to "
                                + HEAP_PERCENT_MOST
                                + ", but was "
                                + heapPercentMax);
            }
        }

        /// @param tables number of tables of the service, from 1
        TableSettings settings(int tables) {
            long share = Runtime.getRuntime().maxMemory() / 100 * heapPercentMax;
            return new TableSettings(pollInterval, parkedMax, share / tables, dropAfter);
        }
    }

    /// @param connectionsMax most clients of this member at the same time, beside the requests in
    ///   the service; further ones are answered with 503
    /// @param connectionsPerCallerMax most clients of one authenticated caller; further ones are
    ///   answered with 429
    /// @param bufferEvents most events that wait for one client; beyond it, the client is cut off
    /// @param bufferBytes most bytes that wait for one client, with what is made of its events
    /// @param windowEvents most of the last events in memory, where clients that come back find
    ///   theirs; older ones are read from the journal
    /// @param windowBytes most bytes of those
    /// @param catchUpsMax most clients that read old events from the journal at the same time
    /// @param pace shortest time between two writes of events to one client, 0 to 1s; what comes
    ///   meanwhile is written together
    /// @param heartbeat time without an event after which a comment is written to a client
    /// @param writeTimeMax longest time in which a client takes 16 KiB; then it is cut off
    /// @param connectionTimeMax time after which a client has to connect again, and its
    ///   authorisation is checked again
    public record FeedProperties(
            @DefaultValue("1000") int connectionsMax,
            @DefaultValue("100") int connectionsPerCallerMax,
            @DefaultValue("1000") int bufferEvents,
            @DefaultValue("1MB") DataSize bufferBytes,
            @DefaultValue("4096") int windowEvents,
            @DefaultValue("8MB") DataSize windowBytes,
            @DefaultValue("8") int catchUpsMax,
            @DefaultValue("10ms") Duration pace,
            @DefaultValue("10s") Duration heartbeat,
            @DefaultValue("10s") Duration writeTimeMax,
            @DefaultValue("1h") Duration connectionTimeMax) {

        /// Share of the heap that may wait for all clients: one in so many bytes.
        private static final int HEAP_DIVISOR = 8;

        FeedSettings settings() {
            long share = Runtime.getRuntime().maxMemory() / HEAP_DIVISOR;
            return new FeedSettings(
                    connectionsMax,
                    connectionsPerCallerMax,
                    bufferEvents,
                    bufferBytes.toBytes(),
                    Math.max(share, bufferBytes.toBytes()),
                    windowEvents,
                    windowBytes.toBytes(),
                    catchUpsMax,
                    pace,
                    heartbeat,
                    writeTimeMax,
                    connectionTimeMax);
        }
    }

    /// @param clusterName name of the cluster; members with another name are not joined
    /// @param bindAddress address of the member, a pattern of addresses (`10.1.*.*`) or a name of
    ///   this host; anything but loopback needs a private network, because members are neither
    ///   authenticated nor encrypted
    /// @param port port of the member; for a single node, the first port that is tried, or 0 for
    ///   one that the system chooses
    public record HazelcastProperties(
            @DefaultValue("cobnut") String clusterName,
            @DefaultValue("127.0.0.1") String bindAddress,
            @DefaultValue("5701") int port) {

        private static final int PORT_MAX = 65_535;

        public HazelcastProperties {
            if (port < 0 || port > PORT_MAX) {
                throw new IllegalArgumentException(
                        "cobnut.hazelcast.port must be from 0 to 65535, but was " + port);
            }
            if (clusterName.isBlank()) {
                throw new IllegalArgumentException(
                        "cobnut.hazelcast.cluster-name must be a name, but was empty");
            }
        }
    }

    /// @param enabled adds the actuator endpoint `profiler`, and spans of work to its recordings;
    ///   needs async-profiler on the class path
    /// @param lengthMax time after which a recording is ended
    /// @param recordingsMax most recordings that are kept, in the data folder; the oldest are
    ///   deleted
    /// @param recordingMax size of a file above which its recording is ended
    public record ProfilingProperties(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("10m") Duration lengthMax,
            @DefaultValue("8") int recordingsMax,
            @DefaultValue("256MB") DataSize recordingMax) {

        ProfilerSettings settings(Path data) {
            return new ProfilerSettings(
                    data.resolve("profiles"), lengthMax, recordingsMax, recordingMax.toBytes());
        }
    }

    /// @param enabled makes spans of requests, commands, deliveries and handlers; needs a tracer on
    ///   the class path
    /// @param file gets the spans as lines of OTLP JSON; none without it
    /// @param fileMax size of the file above which it is begun anew; the one before is kept, with
    ///   `.1` behind its name
    public record TracingProperties(
            @DefaultValue("false") boolean enabled,
            @Nullable Path file,
            @DefaultValue("64MB") DataSize fileMax) {

        public TracingProperties {
            if (fileMax.toBytes() < 1) {
                throw new IllegalArgumentException(
                        "cobnut.tracing.file-max must be positive, but was " + fileMax);
            }
        }
    }
}
