package dev.cobnut.framework.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The changes of a group against a sorted map, with enough items for inner nodes.
class LookupItemsPropertyTest {

    private static final int ITEMS = 300;

    /// @param number of the item; negative for the next one in order
    record Step(int number, boolean isPut) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        return Combinators.combine(
                        Arbitraries.integers().between(-ITEMS, ITEMS - 1),
                        Arbitraries.of(true, true, false))
                .as(Step::new)
                .list()
                .ofMinSize(200)
                .ofMaxSize(600);
    }

    @Property(tries = 100)
    void allReadsAreThoseOfASortedMap(
            @ForAll("steps") List<Step> steps,
            @ForAll @IntRange(min = 1, max = 200) int together,
            @ForAll @IntRange(min = -1, max = ITEMS) int low,
            @ForAll @IntRange(min = -1, max = ITEMS) int high) {
        NavigableMap<String, Boolean> model = new TreeMap<>(LookupOrder::compareTexts);
        LookupItems items = with(LookupItems.NONE, steps, together, model);
        for (int i = 0; i < ITEMS; i++) {
            assertThat(items.find(item(i))).isEqualTo(model.get(item(i)));
        }
        assertThat(list(items.walk(null, true))).isEqualTo(list(model));
        assertThat(items.size()).isEqualTo(model.size());
        assertThat(items.removed())
                .isEqualTo((int) model.values().stream().filter(isPut -> !isPut).count());
        for (boolean ascending : List.of(true, false)) {
            LookupRange range = range(low, high, ascending);
            assertThat(list(items.part(range))).isEqualTo(list(part(model, range)));
        }
    }

    /// Readers have it, and a rollback goes back to it.
    @Property(tries = 50)
    void furtherChangesLeaveTheTreeOfBeforeAsItIs(
            @ForAll("steps") List<Step> before,
            @ForAll("steps") List<Step> after,
            @ForAll @IntRange(min = 1, max = 200) int together) {
        NavigableMap<String, Boolean> model = new TreeMap<>(LookupOrder::compareTexts);
        LookupItems items = with(LookupItems.NONE, before, together, model);
        List<LookupItems.Change> expected = list(model);
        var _ = with(items, after, together, model);
        assertThat(list(items.walk(null, true))).isEqualTo(expected);
    }

    /// A tree of three levels: a node that is full stays so, and a walk goes through all of them.
    @Test
    void manyItemsAreFoundInTheirOrder() {
        int many = 64 * 64 * 2 + 17;
        List<String> names = IntStream.range(0, many).mapToObj("item-%06d"::formatted).toList();
        LookupItems inOrder = LookupItems.NONE;
        for (int from = 0; from < many; from += 3) {
            inOrder = inOrder.with(puts(names.subList(from, Math.min(many, from + 3))));
        }
        LookupItems backwards = LookupItems.NONE;
        for (String name : names.reversed()) {
            backwards = backwards.with(puts(List.of(name)));
        }
        LookupItems atOnce = LookupItems.NONE.with(puts(names));
        for (LookupItems items : List.of(inOrder, backwards, atOnce)) {
            assertThat(items.size()).isEqualTo(many);
            assertThat(items.find("item-000000")).isTrue();
            assertThat(items.find("item-")).isNull();
            assertThat(list(items.walk(null, true)))
                    .extracting(LookupItems.Change::item)
                    .isEqualTo(names);
            assertThat(list(items.walk("item-005000", false)))
                    .extracting(LookupItems.Change::item)
                    .isEqualTo(names.subList(0, 5_000).reversed());
        }
    }

    private static List<LookupChange> puts(List<String> items) {
        return items.stream().map(item -> change(item, true)).toList();
    }

    @Property(tries = 50)
    void theNewerOfTwoChangesCounts(
            @ForAll("steps") List<Step> older,
            @ForAll("steps") List<Step> newer,
            @ForAll boolean ascending) {
        NavigableMap<String, Boolean> model = new TreeMap<>(LookupOrder::compareTexts);
        NavigableMap<String, Boolean> later = new TreeMap<>(LookupOrder::compareTexts);
        LookupItems before = with(LookupItems.NONE, older, 7, model);
        LookupItems after = with(LookupItems.NONE, newer.reversed(), 7, later);
        model.putAll(later);
        LookupRange range = range(-1, -1, ascending);
        assertThat(
                        list(
                                new LookupWalks.NewerCounts(
                                        after.part(range), before.part(range), ascending)))
                .isEqualTo(list(part(model, range)));
    }

    /// @param together steps that are changes of one transaction
    private static LookupItems with(
            LookupItems items,
            List<Step> steps,
            int together,
            NavigableMap<String, Boolean> model) {
        LookupItems all = items;
        int next = 0;
        for (int from = 0; from < steps.size(); from += together) {
            NavigableMap<String, Boolean> changes = new TreeMap<>(LookupOrder::compareTexts);
            for (Step step : steps.subList(from, Math.min(steps.size(), from + together))) {
                changes.put(item(step.number() < 0 ? next++ % ITEMS : step.number()), step.isPut());
            }
            all =
                    all.with(
                            changes.entrySet().stream()
                                    .map(change -> change(change.getKey(), change.getValue()))
                                    .toList());
            model.putAll(changes);
        }
        return all;
    }

    private static LookupChange change(String item, boolean isPut) {
        return isPut
                ? new LookupChange.Put(0, "l", "g", item)
                : new LookupChange.Remove(0, "l", "g", item);
    }

    /// The last ones are pairs of surrogates, which UTF-8 sorts behind all others.
    private static String item(int number) {
        return number < ITEMS - 20 ? "item-%03d".formatted(number) : "\uD83D\uDE00" + number;
    }

    private static LookupRange range(int low, int high, boolean ascending) {
        return new LookupRange("l", "g", bound(low), bound(high), ascending);
    }

    /// Also one that no item equals.
    private static @Nullable String bound(int number) {
        return number < 0 ? null : number == ITEMS ? "item-100-and-more" : item(number);
    }

    private static NavigableMap<String, Boolean> part(
            NavigableMap<String, Boolean> model, LookupRange range) {
        NavigableMap<String, Boolean> part = new TreeMap<>(model);
        part.keySet()
                .removeIf(item ->
                        (range.after() != null
                                        && LookupOrder.compareTexts(item, range.after()) <= 0)
                                || (range.before() != null
                                        && LookupOrder.compareTexts(item, range.before()) >= 0));
        return range.ascending() ? part : part.descendingMap();
    }

    private static List<LookupItems.Change> list(NavigableMap<String, Boolean> model) {
        return model.entrySet().stream()
                .map(change -> new LookupItems.Change(change.getKey(), change.getValue()))
                .toList();
    }

    private static List<LookupItems.Change> list(Iterator<LookupItems.Change> changes) {
        List<LookupItems.Change> list = new ArrayList<>();
        changes.forEachRemaining(list::add);
        return list;
    }
}
