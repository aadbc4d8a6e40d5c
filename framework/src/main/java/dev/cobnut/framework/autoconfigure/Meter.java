package dev.cobnut.framework.autoconfigure;

/// The catalogue of metrics: name, unit, and the sentence that an operator needs.
enum Meter {
    OUTBOX_PENDING(
            "outbox.pending",
            "Committed events that are not delivered yet, in the map and in the journal"),
    OUTBOX_IN_MAP(
            "outbox.in.map",
            "Undelivered events in the outbox map; at its limit the rest waits in the journal"),
    OUTBOX_OLDEST_AGE(
            "outbox.oldest.age",
            "Seconds for which this member has known the oldest undelivered event"),
    OUTBOX_POLL("outbox.poll", "Time of every poll of the outbox, empty ones included"),
    OUTBOX_POLL_EMPTY("outbox.poll.empty", "Polls that found nothing"),
    OUTBOX_DELIVERED("outbox.delivered", "Events that every view has"),
    OUTBOX_FAILED("outbox.failed", "Deliveries that failed and are tried again"),
    OUTBOX_PARKED(
            "outbox.parked",
            "Times that a stream was parked, because an event of it cannot be delivered"),
    OUTBOX_PARKED_STREAMS(
            "outbox.parked.streams",
            "Parked streams of all members, which wait for a person: see /actuator/outbox"),
    OUTBOX_OVERFLOWS(
            "outbox.overflows",
            "Times that the outbox map was full and events began to wait in the journal"),
    JOURNAL_COMMIT(
            "journal.commit",
            "Time of a group commit, from the first statement to the return of COMMIT"),
    JOURNAL_GROUP_SIZE("journal.group.size", "Commands in one group commit"),
    JOURNAL_EVENTS("journal.events", "Events that were committed"),
    JOURNAL_QUEUED("journal.queued", "Appends that wait for the journal's writer"),
    JOURNAL_WRITABLE("journal.writable", "1 when the journal takes commands, 0 when it does not"),
    JOURNAL_RECONNECTS(
            "journal.reconnects",
            "Connections to PostgreSQL that took the place of a broken one, for appends"),
    JOURNAL_RESOLVED(
            "journal.resolved",
            "Groups whose connection broke while they were committed, and whose outcome was then read"),
    JOURNAL_READERS_BUSY(
            "journal.readers.busy", "Connections to PostgreSQL that answer queries now"),
    MAILBOX_DEPTH("mailbox.depth", "Commands that wait in mailboxes"),
    MAILBOX_TIME("mailbox.time", "Time of a command in a mailbox; zero when it ran at once"),
    MAILBOX_BATCH_SIZE(
            "mailbox.batch.size", "Waiting commands of one stream that were handed over together"),
    MAILBOX_RESIDENT("mailbox.resident", "Streams whose state is in memory"),
    MAILBOX_REJECTED("mailbox.rejected", "Commands that found their mailbox full or closed"),
    COMMAND_FAILED(
            "command.failed", "Commands whose handling threw: a bug or a broken environment"),
    APPENDS(
            "eventstore.appends",
            "Appends by result: appended, conflict, duplicate, unavailable, unknown"),
    SNAPSHOTS("snapshots", "Snapshots of long streams by result: taken, used, ignored, failed"),
    VIEW_LAG("cobnut.view.lag", "Time from the commit of an event until the views have it"),
    HANDLER_LAG("handler.lag", "Events of the journal that a handler has not passed yet"),
    HANDLER_HANDLED("handler.handled", "Events that a handler has handled on this member"),
    HANDLER_RETRIED(
            "handler.retried",
            "Attempts of a handler that failed and are made again, on this member"),
    HANDLER_PARKED(
            "handler.parked",
            "Times that a stream was parked for a handler, because it cannot handle an event of it"),
    HANDLER_PARKED_STREAMS(
            "handler.parked.streams",
            "Parked streams of a handler, which wait for a person: see /actuator/handlers"),
    PROCESS_TIMERS_OVERDUE(
            "process.timers.overdue",
            "Seconds for which a timer of a process has been due and is not fired; 0 when none is"),
    TABLE_LAG("table.lag", "Events of the journal that a table does not have yet"),
    TABLE_READY("table.ready", "1 when a table answers, 0 while its first build runs"),
    TABLE_STOPPED("table.stopped", "1 when a table has reached a limit and waits for a person"),
    TABLE_BUILD_LAG(
            "table.build.lag",
            "Events of the journal that a build of a table does not have yet; 0 when none runs"),
    TABLE_APPLIED(
            "table.applied",
            "Events that a table has passed on this member, those of builds included"),
    TABLE_FAILED(
            "table.failed",
            "Turns of a table that failed and are tried again: the journal, the maps or its database do not answer"),
    TABLE_PARKED(
            "table.parked",
            "Times that a stream was parked for a table, because an event of it cannot be applied"),
    TABLE_PARKED_STREAMS(
            "table.parked.streams",
            "Parked streams of a table, which wait for a person: see /actuator/tables"),
    FEED_CLIENTS("feed.clients", "Clients of the live feed that are connected to this member"),
    FEED_SENT("feed.sent", "Events that were written to clients of the live feed"),
    FEED_CUT_OFF("feed.cut.off", "Clients of the live feed that were cut off as too slow"),
    FEED_BUFFERED("feed.buffered", "Bytes that wait for clients of the live feed"),
    FEED_LAG(
            "feed.lag",
            "Time from the commit of an event until it was written to a client of the live feed"),
    STATISTIC_LAG("statistic.lag", "Events of the journal that a statistic does not have yet"),
    STATISTIC_READY(
            "statistic.ready", "1 when a statistic answers, 0 while it is built from the journal"),
    STATISTIC_RESTARTS(
            "statistic.restarts",
            "Times that the job of a statistic failed, or ended with another member, on this member"),
    CLUSTER_MEMBERS("cluster.members", "Members that this one sees, itself included"),
    CLUSTER_MAJORITY(
            "cluster.majority",
            "1 when this member sees enough of the cluster to take commands, 0 when it answers 503"),
    HAZELCAST_PARTITIONS_OWNED(
            "hazelcast.partitions.owned", "Partitions of which this member is the owner"),
    HAZELCAST_MAP_ENTRIES(
            "hazelcast.map.entries", "Entries of a map on this member, owned or as a backup"),
    HAZELCAST_MAP_BYTES(
            "hazelcast.map.bytes",
            "Heap that the entries of a map take on this member, owned or as a backup"),
    JET_JOB_RUNNING(
            "jet.job.running", "1 when the delivery job runs, 0 when it does not: nothing arrives");

    private final String id;
    private final String description;

    Meter(String id, String description) {
        this.id = id;
        this.description = description;
    }

    /// The name, with dots; Prometheus shows them as underscores.
    public String id() {
        return id;
    }

    public String description() {
        return description;
    }
}
