package dev.cobnut.framework.feed;

/// Why the feed of a client ends.
public enum FeedEnd {
    /// The client took its events more slowly than they came, and its buffer was full. It resumes
    /// after its last position.
    TOO_SLOW("too-slow"),
    /// The journal has lost events that were sent, after a failover. Positions mean nothing any
    /// more.
    REWOUND("rewound"),
    /// The journal does not answer while old events are read.
    UNAVAILABLE("unavailable"),
    /// An event cannot be sent in the form that clients get.
    UNREADABLE("unreadable"),
    /// The longest time of a connection is over.
    RENEW("renew"),
    /// The service stops.
    STOPPING("stopping");

    private final String text;

    FeedEnd(String text) {
        this.text = text;
    }

    /// The word that clients are told.
    public String text() {
        return text;
    }
}
