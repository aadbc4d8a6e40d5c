package dev.cobnut.framework.waits;

/// The waits of a request that have a name.
public enum Wait {
    /// A command waits for the turn of its stream, which contains the turn's commit.
    MAILBOX("mailbox of the stream"),
    /// An append waits for the journal's writer, which is busy with an earlier group.
    EARLIER_GROUP("commit of an earlier group"),
    /// The group of the append is written and synced.
    GROUP_COMMIT("group commit"),
    /// The events of the group are written to the maps.
    MAP_WRITE("write to the maps"),
    /// The answer is there, and the thread waits for a processor.
    WAKE_UP("wake-up"),
    /// A read of entries of a map, with their copy from the partition.
    MAP_READ("read of a map"),
    /// All connections for reading the journal are busy.
    CONNECTION("connection to the journal"),
    /// A query of a journal on a server.
    JOURNAL_READ("read of the journal"),
    /// The body of the request has not arrived.
    REQUEST_BODY("body of the request");

    private final String words;

    Wait(String words) {
        this.words = words;
    }

    /// The name in recordings and reports.
    public String words() {
        return words;
    }
}
