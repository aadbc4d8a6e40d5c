package dev.cobnut.framework.handler;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.UnreadableEventException;
import dev.cobnut.framework.event.UnusableDomainException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// An [EventHandler] that is written by the classes of the events. It reads them with the codecs of
/// the service's deciders:
///
/// ```java
/// Handler.named("fine-mails")
///         .from(Start.NOW)
///         .on(FineCharged.class, (fine, event) -> mailbox.send(fine.member(), fine.cents(), event.id()));
/// ```
///
/// Immutable: every step returns a new handler. The one that is a bean counts.
///
/// Its categories are those whose codecs read one of the classes. Of their events it takes those
/// with an [#on]. It steps over the others without reading their content: events of other classes,
/// and events whose stored name the codec does not know, which a newer build has written. An event
/// with an [#on] that cannot be read parks its stream at once.
///
/// An event of a type that was split ([EventCodec]) is handled as each of its parts, in order. They
/// have one id and one version. When a part fails, those before it are handled again.
public final class Handler implements EventHandler {

    /// What a handler does for an event.
    ///
    /// @param <T> the class of the event
    @FunctionalInterface
    public interface Reaction<T> {

        /// As [EventHandler#handle].
        ///
        /// @param event the content
        /// @param recorded the same event with its id, stream, version, time and metadata
        void handle(T event, RecordedEvent recorded) throws Exception;
    }

    private record On<T>(Class<T> type, Reaction<? super T> reaction) {

        void handle(Object event, RecordedEvent recorded) throws Exception {
            reaction.handle(type.cast(event), recorded);
        }
    }

    /// How events with one stored name of one category are read and handled.
    ///
    /// @param candidates the reactions, one of which is to what the event is read as; one for a
    ///   type that is read as one event
    private record Route(EventCodec<?> codec, List<On<?>> candidates) {

        List<Object> read(RecordedEvent recorded) throws ParkStreamException {
            List<Object> contents = new ArrayList<>(1);
            try {
                for (Object event : codec.decodeAll(recorded)) {
                    if (reactionTo(event) != null) {
                        contents.add(event);
                    }
                }
            } catch (UnreadableEventException e) {
                throw new ParkStreamException(String.valueOf(e.getMessage()), e);
            }
            return contents;
        }

        @Nullable On<?> reactionTo(Object event) {
            for (On<?> on : candidates) {
                if (on.type().isInstance(event)) {
                    return on;
                }
            }
            return null;
        }

        void handle(RecordedEvent recorded) throws Exception {
            for (Object event : read(recorded)) {
                On<?> on = reactionTo(event);
                if (on != null) {
                    on.handle(event, recorded);
                }
            }
        }
    }

    private final String name;
    private final Start start;
    private final List<On<?>> reactions;

    /// By category and stored name; empty before [#reading].
    private final Map<String, Map<String, Route>> routes;

    private Handler(
            String name,
            Start start,
            List<On<?>> reactions,
            Map<String, Map<String, Route>> routes) {
        this.name = name;
        this.start = start;
        this.reactions = reactions;
        this.routes = routes;
    }

    /// A handler that does nothing yet, and begins at the journal's first event.
    ///
    /// @param name as [EventHandler#name]
    public static Handler named(String name) {
        return new Handler(name, Start.BEGINNING, List.of(), Map.of());
    }

    /// Where the handler begins when it is new.
    public Handler from(Start first) {
        return new Handler(name, first, reactions, routes);
    }

    /// Does something for each event of a class.
    ///
    /// @param type the class of an event, or a supertype of several: then for each of them
    /// @throws UnusableDomainException when the handler has a reaction for the class already
    public <T> Handler on(Class<T> type, Reaction<? super T> reaction) {
        for (On<?> other : reactions) {
            if (other.type().equals(type)) {
                throw new UnusableDomainException(
                        "the handler "
                                + name
                                + " has two reactions to "
                                + type.getName()
                                + "; do both in one");
            }
        }
        List<On<?>> all = new ArrayList<>(reactions);
        all.add(new On<>(type, reaction));
        return new Handler(name, start, List.copyOf(all), Map.of());
    }

    /// The handler with the codecs by which it reads events. A service calls it with those of its
    /// deciders; a program without Spring calls it itself.
    ///
    /// @param codecs by category
    /// @throws UnusableDomainException when the handler has no reaction, a class is one that no
    ///   codec reads, or two reactions are to the same event
    public Handler reading(Map<String, ? extends EventCodec<?>> codecs) {
        if (reactions.isEmpty()) {
            throw new UnusableDomainException(
                    "the handler " + name + " reacts to no event; give it one by on(…)");
        }
        Map<String, Map<String, Route>> read = new HashMap<>();
        Set<On<?>> used = new LinkedHashSet<>();
        codecs.forEach((category, codec) ->
                codec.classes()
                        .forEach((stored, type) -> {
                            List<On<?>> matching =
                                    reactions.stream()
                                            .filter(on -> on.type().isAssignableFrom(type))
                                            .toList();
                            if (matching.size() > 1) {
                                throw new UnusableDomainException(
                                        "the handler "
                                                + name
                                                + " has two reactions to "
                                                + type.getName()
                                                + ", on("
                                                + matching.get(0).type().getSimpleName()
                                                + ") and on("
                                                + matching.get(1).type().getSimpleName()
                                                + "); leave one of them out");
                            }
                            matching.forEach(on -> {
                                used.add(on);
                                read.computeIfAbsent(category, _ -> new HashMap<>())
                                        .put(stored, new Route(codec, List.of(on)));
                            });
                        }));
        codecs.forEach((category, codec) -> {
            Map<String, Route> known = read.get(category);
            if (known != null) {
                for (String stored : codec.types()) {
                    if (!codec.classes().containsKey(stored)) {
                        known.put(stored, new Route(codec, reactions));
                    }
                }
            }
        });
        for (On<?> on : reactions) {
            if (!used.contains(on)) {
                throw new UnusableDomainException(unread(on.type(), codecs));
            }
        }
        return new Handler(name, start, reactions, Map.copyOf(read));
    }

    private String unread(Class<?> type, Map<String, ? extends EventCodec<?>> codecs) {
        Map<String, Set<String>> known = new TreeMap<>();
        codecs.forEach((category, codec) -> known.put(category, names(codec.classes().values())));
        return "the handler "
                + name
                + " reacts to "
                + type.getName()
                + ", which no codec of a decider reads; by category they read "
                + known;
    }

    private static Set<String> names(Collection<? extends Class<?>> types) {
        return types.stream()
                .map(Class::getSimpleName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Start start() {
        return start;
    }

    /// @throws IllegalStateException when the handler has no codecs yet
    @Override
    public Set<String> categories() {
        return routes().keySet();
    }

    /// @throws ParkStreamException when the codec cannot read an event that has a reaction
    /// @throws IllegalStateException when the handler has no codecs yet
    @Override
    public void handle(RecordedEvent event) throws Exception {
        Route route = route(event);
        if (route != null) {
            route.handle(event);
        }
    }

    /// What the handler reads an event as: the contents that have a reaction, in order. Empty for
    /// an event that it steps over.
    ///
    /// @throws ParkStreamException when the codec cannot read an event that has a reaction
    /// @throws IllegalStateException when the handler has no codecs yet
    public List<Object> read(RecordedEvent event) throws ParkStreamException {
        Route route = route(event);
        return route == null ? List.of() : route.read(event);
    }

    private @Nullable Route route(RecordedEvent event) {
        return routes().getOrDefault(event.stream().category(), Map.of()).get(event.type());
    }

    private Map<String, Map<String, Route>> routes() {
        if (routes.isEmpty()) {
            throw new IllegalStateException(
                    "the handler " + name + " has no codecs yet; call reading(…) first");
        }
        return routes;
    }
}
