package dev.cobnut.framework.process;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.JournalException;
import dev.cobnut.framework.journal.LookupChange;
import dev.cobnut.framework.journal.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// The records of processes in the journal. The index is a lookup with a group per process.
record JournalRecords(Journal journal) implements ProcessRecords {

    private static final String LOOKUP = "timers";

    /// Longest wait for a commit. What is not known then is asked again.
    private static final long COMMIT_SECONDS_MAX = 30;

    @Override
    public @Nullable RecordedEvent event(StreamId stream, long version) {
        List<RecordedEvent> page = journal.read(stream, version - 1, 1);
        return page.isEmpty() ? null : page.getFirst();
    }

    @Override
    public List<String> items(String index, @Nullable String before, int limit) {
        return journal.findInLookup(LOOKUP, index, before, limit);
    }

    @Override
    public void change(String index, List<String> put, List<String> removed) {
        List<LookupChange> changes = new ArrayList<>(put.size() + removed.size());
        put.forEach(item -> changes.add(new LookupChange.Put(0, LOOKUP, index, item)));
        removed.forEach(item -> changes.add(new LookupChange.Remove(0, LOOKUP, index, item)));
        journal.changeLookups(changes);
    }

    @Override
    public Refusal refuse(StreamId stream, CommandKey key, Refusal refusal) {
        AppendRequest request =
                AppendRequest.ofAll(
                        stream,
                        new ExpectedVersion.Any(),
                        List.of(AppendRequest.Part.ofRefusal(key, refusal)));
        journal.append(request);
        return switch (outcome(request)) {
            case AppendResult.Appended _ -> refusal;
            case AppendResult.Duplicate(var first) when first.refusal() != null -> first.refusal();
            case AppendResult other ->
                    throw new JournalException(
                            "it is not recorded that " + stream + " does not exist: " + other,
                            null);
        };
    }

    private static AppendResult outcome(AppendRequest request) {
        try {
            return request.result().get(COMMIT_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JournalException("interrupted while waiting for the journal", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new JournalException("the journal did not answer: " + e, e);
        }
    }
}
