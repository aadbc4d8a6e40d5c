package dev.cobnut.framework.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.LookupChange;
import dev.cobnut.framework.view.LookupSearch.Group;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;

/// Pages of a search while rows come and go between the pages, against a set of ids.
class LookupSearchPropertyTest {

    static final int STREAMS = 40;

    /// A stream is put into a group or taken out of it.
    ///
    /// @param page it happens before this page is read
    record Step(int page, int group, int stream, boolean put) {}

    static final class Named implements Projection<String> {

        @Override
        public String name() {
            return "things";
        }

        @Override
        public int version() {
            return 3;
        }

        @Override
        public Set<String> categories() {
            return Set.of("thing");
        }

        @Override
        public String apply(@Nullable String current, RecordedEvent event) {
            throw new UnsupportedOperationException("no event comes");
        }

        @Override
        public Payload encode(String value) {
            throw new UnsupportedOperationException("no event comes");
        }

        @Override
        public String decode(Payload payload) {
            throw new UnsupportedOperationException("no event comes");
        }
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 12).withoutEdgeCases(),
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.integers().between(0, STREAMS - 1),
                        Arbitraries.of(true, true, true, false))
                .as(Step::new)
                .list()
                .ofMaxSize(160);
    }

    @Property(tries = 400)
    void whoGoesOnFromPageToPageGetsNoIdTwiceAndMissesNoneThatStays(
            @ForAll("steps") List<Step> steps,
            @ForAll @IntRange(min = 1, max = 3) int groups,
            @ForAll @IntRange(min = 1, max = 7) int limit,
            @ForAll @Size(min = 2, max = 2) List<@IntRange(min = -1, max = STREAMS) Integer> bounds,
            @ForAll boolean ascending,
            @ForAll @IntRange(min = 1, max = 5) int pieceIds,
            @ForAll @IntRange(min = 1, max = 20) int examinedMax) {
        InMemoryJournal journal = InMemoryJournal.create(InstantSource.system());
        ViewLookups lookups = new ViewLookups(new Named(), journal, pieceIds, examinedMax);
        List<Set<String>> members = List.of(new HashSet<>(), new HashSet<>(), new HashSet<>());
        String after = bounds.get(0) < 0 ? null : id(bounds.get(0));
        String before = bounds.get(1) < 0 ? null : id(bounds.get(1));
        List<Group> searched = new ArrayList<>();
        for (int group = 0; group < groups; group++) {
            searched.add(new Group("by", "g" + group));
        }
        LookupSearch search = new LookupSearch(searched, after, before, ascending);
        List<String> found = new ArrayList<>();
        Set<String> always = null;
        Set<String> ever = new HashSet<>();
        String next = null;
        int page = 0;
        do {
            int now = page++;
            steps.stream()
                    .filter(step -> Math.min(step.page(), 12) == now)
                    .forEach(step -> make(step, journal, members));
            Set<String> matching = matching(members, groups, after, before);
            ever.addAll(matching);
            if (always == null) {
                always = new TreeSet<>(matching);
            }
            always.retainAll(matching);
            View.FoundIds answer = lookups.search(behind(search, next), limit);
            assertThat(answer.ids()).hasSizeLessThanOrEqualTo(limit);
            answer.ids().forEach(id -> found.add(id.value()));
            next = answer.next();
        } while (next != null);

        Comparator<String> order = Comparator.naturalOrder();
        assertThat(found)
                .doesNotHaveDuplicates()
                .isSortedAccordingTo(ascending ? order : order.reversed())
                .containsAll(always)
                .allMatch(ever::contains);
    }

    private static LookupSearch behind(LookupSearch search, @Nullable String next) {
        return new LookupSearch(
                search.groups(),
                next != null && search.ascending() ? next : search.after(),
                next != null && !search.ascending() ? next : search.before(),
                search.ascending());
    }

    private static void make(Step step, InMemoryJournal journal, List<Set<String>> members) {
        String group = "g" + step.group();
        String id = id(step.stream());
        if (step.put()) {
            members.get(step.group()).add(id);
            journal.changeLookups(List.of(new LookupChange.Put(0, "by.3", group, id)));
        } else {
            members.get(step.group()).remove(id);
            journal.changeLookups(List.of(new LookupChange.Remove(0, "by.3", group, id)));
        }
    }

    private static Set<String> matching(
            List<Set<String>> members,
            int groups,
            @Nullable String after,
            @Nullable String before) {
        return members.get(0).stream()
                .filter(id -> members.subList(1, groups).stream().allMatch(set -> set.contains(id)))
                .filter(id -> after == null || id.compareTo(after) > 0)
                .filter(id -> before == null || id.compareTo(before) < 0)
                .collect(Collectors.toSet());
    }

    private static String id(int stream) {
        return StreamId.of("thing", "%02d".formatted(stream)).value();
    }
}
