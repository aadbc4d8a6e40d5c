package dev.cobnut.framework.autoconfigure.domain;

import dev.cobnut.framework.boundary.Boundary;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.UnusableDomainException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Who reads the events of which category of streams: the codecs of deciders, and of boundaries for
/// the categories that have no decider.
///
/// @param byCategory the codec of each category
/// @param ofDeciders the categories that have a decider
public record DomainCodecs(Map<String, EventCodec<?>> byCategory, Set<String> ofDeciders) {

    /// @throws UnusableDomainException when two deciders have one category, when the categories of
    ///   a boundary are not its own, or when one has no codec for any event
    public static DomainCodecs of(
            Iterable<Decider<?, ?, ?>> deciders, Iterable<Boundary<?, ?, ?>> boundaries) {
        requireOneForEachCategory(deciders);
        Map<String, EventCodec<?>> codecs = new HashMap<>();
        deciders.forEach(decider -> codecs.put(decider.category(), decider.codec()));
        Set<String> ofDeciders = Set.copyOf(codecs.keySet());
        for (Boundary<?, ?, ?> boundary : boundaries) {
            for (String category : boundary.categories()) {
                StreamId.requireCategory(category);
                EventCodec<?> other = codecs.putIfAbsent(category, boundary.codec());
                if (ofDeciders.contains(category)) {
                    throw new UnusableDomainException(
                            "the boundary "
                                    + boundary.name()
                                    + " names the category "
                                    + category
                                    + ", which has a decider; leave it out of categories(), the"
                                    + " decider's codec reads it");
                }
                if (other != null && !other.equals(boundary.codec())) {
                    throw new UnusableDomainException(
                            "two boundaries name the category "
                                    + category
                                    + " and have different codecs, one of them is "
                                    + boundary.name()
                                    + "; give both the same codec");
                }
            }
        }
        requireNames(boundaries, new HashSet<>(codecs.keySet()));
        return new DomainCodecs(Map.copyOf(codecs), ofDeciders);
    }

    /// Also deciders whose gateway nobody opens: one of two would be opened some day.
    ///
    /// @throws UnusableDomainException when two deciders have one category, or one has no codec for
    ///   any event
    public static void requireOneForEachCategory(Iterable<? extends Decider<?, ?, ?>> deciders) {
        Map<String, Decider<?, ?, ?>> byCategory = new HashMap<>();
        for (Decider<?, ?, ?> decider : deciders) {
            Decider<?, ?, ?> other = byCategory.put(decider.category(), decider);
            if (other != null) {
                throw new UnusableDomainException(ofOneCategory(other, decider));
            }
            if (decider.codec().types().isEmpty()) {
                throw new UnusableDomainException(
                        "the codec of "
                                + decider.getClass().getName()
                                + " knows no event type; give it the sealed interface of the events"
                                + " (JsonEventCodec.of)");
            }
        }
    }

    /// The sentence for two deciders of one category.
    public static String ofOneCategory(Decider<?, ?, ?> one, Decider<?, ?, ?> other) {
        return "two deciders are of the category "
                + one.category()
                + ", "
                + one.getClass().getName()
                + " and "
                + other.getClass().getName()
                + "; give one of them another category";
    }

    private static void requireNames(Iterable<Boundary<?, ?, ?>> boundaries, Set<String> taken) {
        for (Boundary<?, ?, ?> boundary : boundaries) {
            StreamId.requireCategory(boundary.name());
            if (!taken.add(boundary.name())) {
                throw new UnusableDomainException(
                        "the name of the boundary "
                                + boundary.name()
                                + " is also that of another one, or a category of streams; give it"
                                + " another name");
            }
        }
    }

    /// True when events of a type may go to a stream.
    public boolean mayWrite(Boundary<?, ?, ?> boundary, StreamId stream, String type) {
        String category = stream.category();
        if (boundary.categories().contains(category)) {
            return true;
        }
        EventCodec<?> codec = byCategory.get(category);
        return codec != null && ofDeciders.contains(category) && codec.types().contains(type);
    }
}
