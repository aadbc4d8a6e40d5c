package dev.cobnut.framework.journal;

import java.util.List;

/// Adds up the figures of several writers. The observer is called by all of their threads.
record CombinedJournalStats(List<JournalStats> lanes) implements JournalStats {

    @Override
    public int queued() {
        return lanes.stream().mapToInt(JournalStats::queued).sum();
    }

    @Override
    public int queueCapacity() {
        return lanes.stream().mapToInt(JournalStats::queueCapacity).sum();
    }

    @Override
    public void onCommit(CommitObserver observer) {
        lanes.forEach(lane -> lane.onCommit(observer));
    }
}
