package dev.cobnut.framework.feed;

import dev.cobnut.framework.event.RecordedEvent;
import org.jspecify.annotations.Nullable;

/// An event of the feed. All clients share it and its form. Thread-safe.
public final class FeedEvent {

    /// What an event counts besides its content and its form.
    private static final int OVERHEAD_BYTES = 1_024;

    private final RecordedEvent event;
    private final @Nullable String group;
    private final FeedRules rules;
    private final boolean live;
    private boolean claimed;

    /// Made by the first client that needs it. Two threads may make the same bytes.
    private volatile byte @Nullable [] form;

    private FeedEvent(RecordedEvent event, @Nullable String group, FeedRules rules, boolean live) {
        this.event = event;
        this.group = group;
        this.rules = rules;
        this.live = live;
    }

    static FeedEvent of(RecordedEvent event, FeedRules rules, boolean live) {
        return new FeedEvent(event, rules.group(event), rules, live);
    }

    /// An old event of which nobody asks for the group.
    static FeedEvent withoutGroup(RecordedEvent event, FeedRules rules) {
        return new FeedEvent(event, null, rules, false);
    }

    public RecordedEvent event() {
        return event;
    }

    @Nullable String group() {
        return group;
    }

    /// True when it came while it was followed; false when it is older than the feed.
    public boolean isLive() {
        return live;
    }

    /// True for the first caller only.
    public synchronized boolean claimFirst() {
        boolean first = !claimed;
        claimed = true;
        return first;
    }

    /// What clients are sent, see [FeedRules#form]. Do not change it.
    public byte[] form() {
        byte[] made = form;
        if (made == null) {
            made = rules.form(event);
            form = made;
        }
        return made;
    }

    long position() {
        return event.position();
    }

    /// Bytes that it counts against limits.
    long weight() {
        return OVERHEAD_BYTES + 2L * event.payload().length();
    }
}
