package dev.cobnut.test.scenario;

import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.view.Projection;
import dev.cobnut.framework.view.Projection.LookupRow;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Events of one stream, and the entry and the lookups that a [Projection] makes of them:
///
/// ```java
/// ViewScenario.of(view, decider).given(placed, confirmed).thenValue(order).thenInLookup("orders-by-customer", "ada");
/// ```
///
/// Immutable: every step returns a new scenario. The events are written by the codec of the
/// stream's decider. The projection gets them as the journal recorded them, with versions from 1.
///
/// @param <V> the view's value; it has `equals`, as records do
/// @param <E> events
public final class ViewScenario<V, E> {

    private final Projection<V> projection;
    private final Decider<?, ?, E> decider;
    private final Instant now;
    private final StreamId stream;
    private final List<RecordedEvent> events;
    private final @Nullable V value;
    private final Set<LookupRow> rows;

    private ViewScenario(
            Projection<V> projection,
            Decider<?, ?, E> decider,
            Instant now,
            StreamId stream,
            List<RecordedEvent> events,
            @Nullable V value,
            Set<LookupRow> rows) {
        this.projection = projection;
        this.decider = decider;
        this.now = now;
        this.stream = stream;
        this.events = events;
        this.value = value;
        this.rows = rows;
    }

    /// A scenario of a stream without events, whose id is `1`.
    ///
    /// @param decider of the stream's category; a view of several categories has a scenario for
    ///   each
    /// @throws AssertionError when the view does not show streams of the decider's category
    public static <V, E> ViewScenario<V, E> of(Projection<V> projection, Decider<?, ?, E> decider) {
        if (!projection.categories().contains(decider.category())) {
            throw new AssertionError(
                    "the view "
                            + projection.name()
                            + " shows streams of "
                            + projection.categories()
                            + ", not of "
                            + decider.category());
        }
        return new ViewScenario<>(
                projection,
                decider,
                DomainScenario.NOW,
                decider.stream("1"),
                List.of(),
                null,
                Set.of());
    }

    /// The id of the stream. Call it before [#given].
    public ViewScenario<V, E> stream(String id) {
        if (!events.isEmpty()) {
            throw new IllegalStateException("the events of " + stream + " are given already");
        }
        return new ViewScenario<>(
                projection, decider, now, decider.stream(id), events, value, rows);
    }

    /// The time of the events that follow.
    public ViewScenario<V, E> at(Instant time) {
        return new ViewScenario<>(
                projection,
                decider,
                time.truncatedTo(ChronoUnit.MICROS),
                stream,
                events,
                value,
                rows);
    }

    /// Applies further events of the stream, as the delivery does.
    ///
    /// @throws AssertionError when the codec does not read an event back equal, or the projection
    ///   does not read a value back equal, or the lookups would be others after a second delivery
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final ViewScenario<V, E> given(E... further) {
        List<RecordedEvent> all = new ArrayList<>(events);
        Set<LookupRow> after = new LinkedHashSet<>(rows);
        V next = value;
        StoredForm<E> form = new StoredForm<>(decider.codec(), now);
        for (E event : List.of(further)) {
            RecordedEvent recorded = form.write(event).recorded(stream, all.size() + 1);
            V applied = projection.apply(next, recorded);
            if (applied == null) {
                throw new AssertionError(
                        "the view " + projection.name() + " has no value after " + recorded.type());
            }
            next = readBack(applied, recorded);
            projection.lookups(next, recorded).forEach(row -> apply(row, after));
            all.add(recorded);
        }
        if (next != null) {
            requireSameAfterSecondDelivery(next, all, after);
        }
        return new ViewScenario<>(
                projection, decider, now, stream, List.copyOf(all), next, Set.copyOf(after));
    }

    /// Expects the entry of the stream.
    public ViewScenario<V, E> thenValue(V expected) {
        List<Difference> differences = Differences.between(expected, value());
        if (!differences.isEmpty()) {
            throw failed("has another entry:" + Differences.text(differences));
        }
        return this;
    }

    /// The entry of the stream, for an assertion of any library.
    ///
    /// @throws AssertionError when the stream has no event
    public V value() {
        if (value == null) {
            throw failed("has no entry");
        }
        return value;
    }

    /// Expects that the stream is found in a group of a lookup.
    public ViewScenario<V, E> thenInLookup(String lookup, String group) {
        if (!rows.contains(LookupRow.put(lookup, group))) {
            throw failed("is not in " + groupOf(lookup, group) + "; it is in " + lookups());
        }
        return this;
    }

    /// Expects that the stream is not found in a group of a lookup.
    public ViewScenario<V, E> thenNotInLookup(String lookup, String group) {
        if (rows.contains(LookupRow.put(lookup, group))) {
            throw failed("is in " + groupOf(lookup, group));
        }
        return this;
    }

    private V readBack(V written, RecordedEvent event) {
        V read = projection.decode(projection.encode(written));
        List<Difference> differences = Differences.between(written, read);
        if (!differences.isEmpty()) {
            throw new AssertionError(
                    "the view "
                            + projection.name()
                            + " does not read its value after "
                            + event.type()
                            + " back as it wrote it:"
                            + Differences.text(differences));
        }
        return read;
    }

    /// When events are delivered again, the projection is asked for their lookups with the value
    /// after the last of them.
    private void requireSameAfterSecondDelivery(
            V last, List<RecordedEvent> all, Set<LookupRow> first) {
        Set<LookupRow> second = new LinkedHashSet<>();
        for (RecordedEvent event : all) {
            projection.lookups(last, event).forEach(row -> apply(row, second));
        }
        if (!first.equals(second)) {
            throw failed(
                    "is in "
                            + named(first)
                            + ", and after a second delivery of its events in "
                            + named(second)
                            + ": the rows of an event must not depend on the value before later events");
        }
    }

    private static void apply(LookupRow row, Set<LookupRow> rows) {
        LookupRow put = LookupRow.put(row.lookup(), row.group());
        if (row.present()) {
            rows.add(put);
        } else {
            rows.remove(put);
        }
    }

    private String lookups() {
        return named(rows);
    }

    private static String named(Set<LookupRow> rows) {
        return rows.isEmpty()
                ? "no lookup"
                : rows.stream()
                        .map(row -> groupOf(row.lookup(), row.group()))
                        .sorted()
                        .collect(Collectors.joining(", "));
    }

    private static String groupOf(String lookup, String group) {
        return lookup + " \"" + group + "\"";
    }

    private AssertionError failed(String what) {
        return new AssertionError(
                "in the view " + projection.name() + ", the stream " + stream + " " + what);
    }
}
