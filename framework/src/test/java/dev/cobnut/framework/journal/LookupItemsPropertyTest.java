package dev.cobnut.framework.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

/// The changes of a group against a sorted map, with enough items for several chunks.
class LookupItemsPropertyTest {

    private static final int ITEMS = 300;

    /// @param number of the item; negative for the next one in order
    record Step(int number, boolean isPut, boolean takenBack) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        return Combinators.combine(
                        Arbitraries.integers().between(-ITEMS, ITEMS - 1),
                        Arbitraries.of(true, true, false),
                        Arbitraries.of(true, false, false))
                .as(Step::new)
                .list()
                .ofMinSize(200)
                .ofMaxSize(600);
    }

    @Property(tries = 100)
    void allReadsAreThoseOfASortedMap(
            @ForAll("steps") List<Step> steps,
            @ForAll @IntRange(min = -1, max = ITEMS) int low,
            @ForAll @IntRange(min = -1, max = ITEMS) int high) {
        LookupItems items = new LookupItems();
        NavigableMap<String, Boolean> model = new TreeMap<>(LookupOrder::compareTexts);
        apply(steps, items, model);
        for (int i = 0; i < ITEMS; i++) {
            assertThat(items.find(item(i))).isEqualTo(model.get(item(i)));
        }
        assertThat(list(items.all())).isEqualTo(list(model));
        for (boolean ascending : List.of(true, false)) {
            LookupRange range = range(low, high, ascending);
            assertThat(list(items.part(range))).isEqualTo(list(part(model, range)));
        }
    }

    /// As a start reads them; and they can be changed after it.
    @Property(tries = 50)
    void aListOfChangesBecomesTheSameAsOneChangeAfterTheOther(
            @ForAll("steps") List<Step> read, @ForAll("steps") List<Step> after) {
        List<LookupItems.Change> changes =
                read.stream()
                        .map(step ->
                                new LookupItems.Change(
                                        item(Math.floorMod(step.number(), ITEMS)), step.isPut()))
                        .toList();
        NavigableMap<String, Boolean> model = new TreeMap<>(LookupOrder::compareTexts);
        changes.forEach(change -> model.put(change.item(), change.isPut()));
        LookupItems items = LookupItems.of(changes);
        assertThat(list(items.all())).isEqualTo(list(model));
        apply(after, items, model);
        assertThat(list(items.all())).isEqualTo(list(model));
    }

    @Property(tries = 50)
    void theNewerOfTwoChangesCounts(
            @ForAll("steps") List<Step> older,
            @ForAll("steps") List<Step> newer,
            @ForAll boolean ascending) {
        LookupItems before = new LookupItems();
        LookupItems after = new LookupItems();
        NavigableMap<String, Boolean> model = new TreeMap<>(LookupOrder::compareTexts);
        NavigableMap<String, Boolean> later = new TreeMap<>(LookupOrder::compareTexts);
        apply(older, before, model);
        apply(newer.reversed(), after, later);
        model.putAll(later);
        LookupRange range = range(-1, -1, ascending);
        assertThat(list(LookupItems.newerCounts(after.part(range), before.part(range), ascending)))
                .isEqualTo(list(part(model, range)));
    }

    private static void apply(
            List<Step> steps, LookupItems items, NavigableMap<String, Boolean> model) {
        int next = 0;
        for (Step step : steps) {
            String item = item(step.number() < 0 ? next++ % ITEMS : step.number());
            Boolean known = model.get(item);
            LookupItems.Before before = items.change(item, step.isPut());
            assertThat(before)
                    .isEqualTo(
                            known == null
                                    ? LookupItems.Before.ABSENT
                                    : known ? LookupItems.Before.PUT : LookupItems.Before.REMOVED);
            if (step.takenBack()) {
                items.takeBack(item, before);
            } else {
                model.put(item, step.isPut());
            }
        }
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
