package dev.cobnut.framework.table;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.table.owner.TableSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/// A library's loans: a copy is lent and returned, and its reader may prolong the loan by a card.
final class Loans {

    static final Duration SOON = Duration.ofMinutes(1);

    static final LocalDate TODAY = LocalDate.of(2026, 11, 23);

    static final TableSettings QUICK =
            new TableSettings(
                    Duration.ofMillis(50), 3, 256L * 1_024 * 1_024, Duration.ofMillis(100));

    sealed interface LoanEvent {}

    record CopyLent(String loan, String branch, LocalDate due) implements LoanEvent {}

    record CopyReturned(String loan) implements LoanEvent {}

    record LoanProlonged(String loan, int days) implements LoanEvent {}

    record Overdue(String loan, String branch, LocalDate due) {

        static Overdue of(CopyLent lent) {
            return new Overdue(lent.loan(), lent.branch(), lent.due());
        }

        Overdue prolonged(LoanProlonged by) {
            return new Overdue(loan, branch, due.plusDays(by.days()));
        }
    }

    record Count(String key, long events) {}

    static final EventCodec<LoanEvent> CODEC =
            JsonEventCodec.of(LoanEvent.class, JsonMapper.shared());

    static final Map<String, EventCodec<?>> CODECS = Map.of("copy", CODEC, "card", CODEC);

    private Loans() {}

    /// A loan that cannot be prolonged, because it is not there, fails.
    static Table<Overdue> overdue(int version) {
        return Table.named("overdue", version, Overdue.class)
                .put(CopyLent.class, CopyLent::loan, Overdue::of)
                .delete(CopyReturned.class, CopyReturned::loan)
                .fold(
                        LoanProlonged.class,
                        LoanProlonged::loan,
                        (loan, by) -> {
                            if (loan == null) {
                                throw new IllegalStateException("no loan " + by.loan());
                            }
                            return loan.prolonged(by);
                        })
                .index("branch-due", Overdue::branch, Overdue::due);
    }

    static StreamId copy(int number) {
        return StreamId.of("copy", Integer.toString(number));
    }

    static StreamId card(int number) {
        return StreamId.of("card", Integer.toString(number));
    }

    /// Appends events to a stream, together.
    ///
    /// @return the last one's position
    static long append(Journal journal, StreamId stream, LoanEvent... events) {
        return append(journal, stream, Stream.of(events).map(Loans::recording).toList());
    }

    static NewEvent recording(LoanEvent event) {
        return new NewEvent(
                TestNode.IDS.next(),
                CODEC.type(event),
                CODEC.schemaVersion(event),
                CODEC.encode(event),
                EventMetadata.at(Instant.EPOCH));
    }

    /// Appends an event that the codec may not know.
    static void appendRaw(Journal journal, StreamId stream, String type, String payload) {
        long _ = append(journal, stream, List.of(TestNode.event(type, payload)));
    }

    static long append(Journal journal, StreamId stream, List<NewEvent> events) {
        AppendRequest request = AppendRequest.of(stream, new ExpectedVersion.Any(), events, null);
        journal.append(request);
        AppendResult result = request.result().orTimeout(60, TimeUnit.SECONDS).join();
        if (result instanceof AppendResult.Appended appended) {
            return appended.events().getLast().position();
        }
        throw new AssertionError("not appended: " + result);
    }

    static CopyLent lent(int loan, String branch, int daysLate) {
        return new CopyLent("loan-" + loan, branch, TODAY.minusDays(daysLate));
    }
}
