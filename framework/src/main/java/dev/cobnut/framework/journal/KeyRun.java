package dev.cobnut.framework.journal;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// Hashes of command keys with the ids of the commands' rows, in this order. Immutable. Two keys
/// may have one hash.
final class KeyRun {

    /// A key's hash and the id of its row in `command_log`.
    record Entry(long hash, long id) {}

    private static final Comparator<Entry> ORDER =
            Comparator.comparingLong(Entry::hash).thenComparingLong(Entry::id);

    static final long[] NONE = {};

    private final long[] hashes;
    private final long[] ids;

    private KeyRun(long[] hashes, long[] ids) {
        this.hashes = hashes;
        this.ids = ids;
    }

    static KeyRun of(List<Entry> entries) {
        Entry[] sorted = entries.toArray(Entry[]::new);
        Arrays.sort(sorted, ORDER);
        long[] hashes = new long[sorted.length];
        long[] ids = new long[sorted.length];
        for (int i = 0; i < sorted.length; i++) {
            hashes[i] = sorted[i].hash;
            ids[i] = sorted[i].id;
        }
        return new KeyRun(hashes, ids);
    }

    int size() {
        return hashes.length;
    }

    /// These and then later ones.
    ///
    /// @param later has larger ids only
    KeyRun and(KeyRun later) {
        int size = size() + later.size();
        long[] bothHashes = new long[size];
        long[] bothIds = new long[size];
        int i = 0;
        int j = 0;
        for (int to = 0; to < size; to++) {
            boolean own = j == later.size() || (i < size() && hashes[i] <= later.hashes[j]);
            bothHashes[to] = own ? hashes[i] : later.hashes[j];
            bothIds[to] = own ? ids[i++] : later.ids[j++];
        }
        return new KeyRun(bothHashes, bothIds);
    }

    long hash(int index) {
        return hashes[index];
    }

    long id(int index) {
        return ids[index];
    }

    /// The ids of a hash.
    long[] ids(long hash) {
        int first = Arrays.binarySearch(hashes, hash);
        if (first < 0) {
            return NONE;
        }
        while (first > 0 && hashes[first - 1] == hash) {
            first--;
        }
        int end = first;
        while (end < hashes.length && hashes[end] == hash) {
            end++;
        }
        return Arrays.copyOfRange(ids, first, end);
    }
}
