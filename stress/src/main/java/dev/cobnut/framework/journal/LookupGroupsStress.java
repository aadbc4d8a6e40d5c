package dev.cobnut.framework.journal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/// The journal's writer changes the waiting items of a group while another thread reads them.
public class LookupGroupsStress {

    /// "00" to "63": as many as a leaf has.
    private static final List<String> FULL =
            IntStream.range(0, Long.SIZE).mapToObj("%02d"::formatted).toList();

    private static LookupGroups with(List<String> items) {
        LookupGroups waiting = new LookupGroups(Integer.MAX_VALUE);
        waiting.add(items.stream().map(LookupGroupsStress::put).toList());
        waiting.committed();
        return waiting;
    }

    private static LookupChange put(String item) {
        return new LookupChange.Put(0, "l", "g", item);
    }

    private static LookupChange remove(String item) {
        return new LookupChange.Remove(0, "l", "g", item);
    }

    private static int found(LookupGroups waiting, String item) {
        Boolean change = waiting.find("l", "g", item);
        return change == null ? 0 : change ? 1 : 2;
    }

    /// The number of the items that were there from the beginning, in a list of all.
    private static int listed(LookupGroups waiting) {
        int old = 0;
        Iterator<LookupItems.Change> all =
                waiting.changes(new LookupRange("l", "g", null, null, true));
        while (all.hasNext()) {
            old += all.next().item().length() == 2 ? 1 : 0;
        }
        return old;
    }

    /// Results: what a reader finds of the second change, and then of the first: 0 nothing, 1 put.
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "before both")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "after the first one")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "after both")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "the second one without the first one")
    @State
    public static class TwoChanges {
        private final LookupGroups waiting = new LookupGroups(Integer.MAX_VALUE);

        @Actor
        public void writer() {
            waiting.add(List.of(put("b")));
            waiting.add(List.of(put("a")));
        }

        @Actor
        public void reader(II_Result result) {
            result.r1 = found(waiting, "a");
            result.r2 = found(waiting, "b");
        }
    }

    /// Results: what a reader finds of the last item of the leaf that is divided, and the number of
    /// the old items that a list has.
    @JCStressTest
    @Outcome(id = "1, 64", expect = ACCEPTABLE, desc = "all items")
    @Outcome(expect = FORBIDDEN, desc = "an item is missing")
    @State
    public static class ALeafIsDivided {
        private final LookupGroups waiting = with(FULL);

        @Actor
        public void writer() {
            waiting.add(List.of(put("20x")));
        }

        @Actor
        public void reader(II_Result result) {
            result.r1 = found(waiting, "63");
            result.r2 = listed(waiting);
        }
    }

    /// A change is taken back because its transaction is rolled back, and another follows.
    ///
    /// Results: what a reader finds of the item that follows, and the number of the old items that
    /// a list has.
    @JCStressTest
    @Outcome(id = "0, 64", expect = ACCEPTABLE, desc = "all items, before the change that follows")
    @Outcome(id = "2, 64", expect = ACCEPTABLE, desc = "all items, after it")
    @Outcome(expect = FORBIDDEN, desc = "an item is missing")
    @State
    public static class AChangeIsTakenBack {
        private final LookupGroups waiting = with(FULL);

        @Actor
        public void writer() {
            waiting.add(List.of(put("63x")));
            waiting.rolledBack();
            waiting.add(List.of(remove("31x")));
        }

        @Actor
        public void reader(II_Result result) {
            result.r1 = found(waiting, "31x");
            result.r2 = listed(waiting);
        }
    }

    /// A merge begins, and a change follows.
    ///
    /// Results: what a reader finds of the change that follows, and the number of the old items
    /// that a list has.
    @JCStressTest
    @Outcome(id = "0, 64", expect = ACCEPTABLE, desc = "all items, before the change that follows")
    @Outcome(id = "1, 64", expect = ACCEPTABLE, desc = "all items, after it")
    @Outcome(expect = FORBIDDEN, desc = "an item is missing")
    @State
    public static class AMergeBegins {
        private final LookupGroups waiting = with(FULL);

        @Actor
        public void writer() {
            waiting.beginMerge();
            waiting.add(List.of(put("31x")));
        }

        @Actor
        public void reader(II_Result result) {
            result.r1 = found(waiting, "31x");
            result.r2 = listed(waiting);
        }
    }

    /// The wrong variant: items are moved within an array, so a reader misses one.
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "found")
    @Outcome(id = "0", expect = ACCEPTABLE_INTERESTING, desc = "missed")
    @State
    public static class ItemsThatMoveAreWrong {
        private final String[] items = {"b", "d", "f", "h", "z"};

        @Actor
        public void writer() {
            System.arraycopy(items, 0, items, 1, 4);
            items[0] = "a";
        }

        @Actor
        public void reader(I_Result result) {
            result.r1 = Arrays.binarySearch(items, "d") < 0 ? 0 : 1;
        }
    }
}
