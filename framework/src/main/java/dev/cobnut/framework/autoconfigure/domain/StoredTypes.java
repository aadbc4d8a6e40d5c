package dev.cobnut.framework.autoconfigure.domain;

import dev.cobnut.framework.autoconfigure.settings.EditDistance;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.journal.StoredType;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/// Compares the stored event types with the codecs of the deciders. A type that was renamed or
/// given up, and is not declared as such, would make its streams unreadable one by one, whenever
/// one of them is touched.
public final class StoredTypes {

    private StoredTypes() {}

    /// @throws UnusableDomainException when a stream of a decider's category may have an event that
    ///   the decider's codec cannot read
    public static void requireReadable(
            List<StoredType> stored, Collection<? extends Decider<?, ?, ?>> deciders) {
        for (Decider<?, ?, ?> decider : deciders) {
            Set<String> readable = decider.codec().types();
            for (StoredType one : stored) {
                if (one.category().equals(decider.category()) && !readable.contains(one.type())) {
                    throw new UnusableDomainException(sentence(one, readable, decider));
                }
            }
        }
    }

    private static String sentence(
            StoredType unknown, Set<String> readable, Decider<?, ?, ?> decider) {
        String nearest =
                readable.stream()
                        .min(
                                Comparator.comparingInt((String name) ->
                                                EditDistance.between(name, unknown.type()))
                                        .thenComparing(Comparator.naturalOrder()))
                        .map(name ->
                                "the nearest that it reads is "
                                        + name
                                        + ": if "
                                        + unknown.type()
                                        + " was renamed to it, declare the former name"
                                        + " (JsonEventCodec.withFormerName); if it was given up,"
                                        + " declare that (withRemoved, withSplit); otherwise bring"
                                        + " the type back")
                        .orElse("it reads none");
        return "the journal has events of the type "
                + unknown.type()
                + " in streams of the category "
                + unknown.category()
                + ", which the codec of "
                + decider.getClass().getSimpleName()
                + " does not read; "
                + nearest
                + ".";
    }
}
