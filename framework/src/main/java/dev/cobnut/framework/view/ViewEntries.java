package dev.cobnut.framework.view;

import com.hazelcast.map.IMap;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import dev.cobnut.framework.event.Failures;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.maps.BulkOperations;
import dev.cobnut.framework.view.View.Viewed;
import dev.cobnut.framework.waits.RequestWaits;
import dev.cobnut.framework.waits.Wait;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// The map of a view's entries, by stream. An entry that cannot be read counts as missing, and so
/// does what is no [ViewEntry], for example what a member of another version has written.
/// Thread-safe. Calls block for map operations.
final class ViewEntries<V> {

    private static final System.Logger LOG = System.getLogger(ViewEntries.class.getName());

    private final Projection<V> projection;
    private final IMap<String, Object> map;
    private final BulkOperations bulk;
    private final AtomicBoolean unreadableIsLogged = new AtomicBoolean();

    ViewEntries(Projection<V> projection, IMap<String, Object> map, BulkOperations bulk) {
        this.projection = projection;
        this.map = map;
        this.bulk = bulk;
    }

    /// The entry of a value.
    ///
    /// @throws RuntimeException when the value cannot be encoded
    ViewEntry of(Viewed<V> viewed) {
        return new ViewEntry(viewed.version(), projection.encode(viewed.value()), viewed.behind());
    }

    /// @return null when there is no entry, or when it cannot be read
    @Nullable Viewed<V> viewed(StreamId stream, @Nullable ViewEntry entry) {
        if (entry == null) {
            return null;
        }
        try {
            return new Viewed<>(
                    stream, entry.version(), projection.decode(entry.value()), entry.behind());
        } catch (Throwable e) {
            Failures.rethrowFatal(e);
            unreadable(stream.value(), e);
            return null;
        }
    }

    boolean has(StreamId stream) {
        return map.containsKey(stream.value());
    }

    /// Writes an entry, unless the map has a newer one.
    void put(StreamId stream, ViewEntry entry) {
        map.executeOnKey(stream.value(), new PutNewer(entry));
    }

    /// Writes the entries, unless the map has newer ones.
    void putAll(Map<String, ViewEntry> changed) {
        Map<String, PutNewer> puts = HashMap.newHashMap(changed.size());
        changed.forEach((key, entry) -> puts.put(key, new PutNewer(entry)));
        bulk.submit(map, puts).forEach(write -> write.toCompletableFuture().join());
    }

    void delete(StreamId stream) {
        map.delete(stream.value());
    }

    /// Reads the keys one by one, all started together. `IMap.getAll` would send all keys to every
    /// partition concerned, and each partition would hash all of them to find its own.
    ///
    /// @return by stream; those without an entry are left out
    Map<String, ViewEntry> get(Collection<StreamId> ids) {
        return RequestWaits.during(Wait.MAP_READ, () -> awaitAll(ids));
    }

    private Map<String, ViewEntry> awaitAll(Collection<StreamId> ids) {
        Map<String, CompletionStage<@Nullable Object>> reads = HashMap.newHashMap(ids.size());
        for (StreamId id : ids) {
            reads.computeIfAbsent(id.value(), map::getAsync);
        }
        Map<String, ViewEntry> found = HashMap.newHashMap(ids.size());
        reads.forEach((key, read) -> {
            try {
                Object value = read.toCompletableFuture().join();
                if (value instanceof ViewEntry entry && entry.isReadable()) {
                    found.put(key, entry);
                } else if (value != null) {
                    unreadable(key, new ClassCastException("it is " + value.getClass()));
                }
            } catch (HazelcastSerializationException e) {
                unreadable(key, e);
            } catch (CompletionException e) {
                if (!(e.getCause() instanceof HazelcastSerializationException)) {
                    throw e;
                }
                unreadable(key, e.getCause());
            }
        });
        return found;
    }

    /// Logs the first entry as a warning; there may be one in every query.
    private void unreadable(String key, Throwable cause) {
        LOG.log(
                unreadableIsLogged.compareAndSet(false, true)
                        ? System.Logger.Level.WARNING
                        : System.Logger.Level.DEBUG,
                "the entry of "
                        + key
                        + " in the view "
                        + projection.name()
                        + " cannot be read here and is folded from its stream, as all such entries"
                        + " will be: "
                        + cause.getMessage(),
                cause);
    }
}
