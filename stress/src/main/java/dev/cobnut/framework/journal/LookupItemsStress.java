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

/// The journal's writer changes the items of a group while another thread reads them.
public class LookupItemsStress {

    /// "00" to "63": as many as a chunk has.
    private static final List<String> FULL =
            IntStream.range(0, Long.SIZE).mapToObj("%02d"::formatted).toList();

    private static LookupItems fullChunk() {
        LookupItems items = new LookupItems();
        for (String item : FULL) {
            var _ = items.change(item, true);
        }
        return items;
    }

    private static int found(LookupItems items, String item) {
        Boolean change = items.find(item);
        return change == null ? 0 : change ? 1 : 2;
    }

    /// The number of the items that were there from the beginning, in a list of all.
    private static int listed(LookupItems items) {
        int old = 0;
        Iterator<LookupItems.Change> all = items.all();
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
        private final LookupItems items = new LookupItems();

        @Actor
        public void writer() {
            var _ = items.change("b", true);
            var _ = items.change("a", true);
        }

        @Actor
        public void reader(II_Result result) {
            result.r1 = found(items, "a");
            result.r2 = found(items, "b");
        }
    }

    /// Results: what a reader finds of the last item of the chunk that is divided, and the number
    /// of the old items that a list has.
    @JCStressTest
    @Outcome(id = "1, 64", expect = ACCEPTABLE, desc = "all items")
    @Outcome(expect = FORBIDDEN, desc = "an item is missing")
    @State
    public static class AChunkIsDivided {
        private final LookupItems items = fullChunk();

        @Actor
        public void writer() {
            var _ = items.change("20x", true);
        }

        @Actor
        public void reader(II_Result result) {
            result.r1 = found(items, "63");
            result.r2 = listed(items);
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
        private final LookupItems items = fullChunk();

        @Actor
        public void writer() {
            items.takeBack("63x", items.change("63x", true));
            var _ = items.change("31x", false);
        }

        @Actor
        public void reader(II_Result result) {
            result.r1 = found(items, "31x");
            result.r2 = listed(items);
        }
    }

    /// The wrong variant: the items of a chunk are moved in their array, so a reader misses one.
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
