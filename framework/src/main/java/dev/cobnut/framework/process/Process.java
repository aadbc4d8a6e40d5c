package dev.cobnut.framework.process;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.handler.Handler;
import dev.cobnut.framework.handler.Start;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;

/// A process manager: events in, commands out, and timers.
///
/// ```java
/// Process.named("loan")
///         .on(LoanRequested.class, (request, on) ->
///                 on.send(copies, request.copy(), new Lend(request.loan()))
///                         .whenRefused(no -> on.send(cards, request.card(), new DropLoan(request.loan(), no.code()))))
///         .on(CopyLent.class, (lent, on) -> on.at(lent.due(), copies, lent.copy(), new NoteOverdue(lent.loan())))
///         .on(CopyReturned.class, (back, on) -> on.cancel(NoteOverdue.class));
/// ```
///
/// Immutable: every step returns a new process. The one that is a bean counts. Import the class by
/// its name: an import of the whole package does not hide `java.lang.Process`.
///
/// A reaction is a function of its event. It is called again for an event that comes again and when
/// a timer that it has set is due. So it reads no clock and no database, and asks for the same each
/// time; a newer build may ask for other things.
///
/// The timers of an *instance* have names of their own. Without more, an event belongs to the
/// instance with the id of its stream. [#on(Class, Function, Reaction)] says another one, so that
/// events of several streams share timers.
@SuppressWarnings("JavaLangClash") // the field's word for it; what users of this package mean
public final class Process {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");

    /// What a process does for an event.
    ///
    /// @param <T> the class of the event
    @FunctionalInterface
    public interface Reaction<T> {

        /// Says which commands to send and which timers to set.
        ///
        /// @param event the content
        /// @param on takes the steps; for the time of the call only
        void handle(T event, Steps on);
    }

    record On<T>(
            Class<T> type,
            BiFunction<? super T, RecordedEvent, String> instance,
            Reaction<? super T> reaction) {

        String instanceOf(Object event, RecordedEvent recorded) {
            return instance.apply(type.cast(event), recorded);
        }

        void handle(Object event, Steps steps) {
            reaction.handle(type.cast(event), steps);
        }

        /// Only says what is read: [RunningProcess] has the reaction.
        Handler addTo(Handler handler) {
            return handler.on(type, (_, _) -> {});
        }
    }

    private final String name;
    private final Start start;
    private final List<On<?>> reactions;

    private Process(String name, Start start, List<On<?>> reactions) {
        this.name = name;
        this.start = start;
        this.reactions = reactions;
    }

    /// A process that does nothing yet, and begins at the journal's first event.
    ///
    /// @param name of the process and of its handler; with `-timers` behind it, of the handler of
    ///   its timers. It stays when the code moves
    /// @throws UnusableDomainException when it does not begin with a lower-case letter, or has
    ///   anything but at most 40 lower-case letters, digits and -
    public static Process named(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new UnusableDomainException(
                    "a process is named '"
                            + name
                            + "'; a name begins with a lower-case letter and has at most 40"
                            + " lower-case letters, digits and -");
        }
        return new Process(name, Start.BEGINNING, List.of());
    }

    /// Where the process begins when it is new.
    public Process from(Start first) {
        return new Process(name, first, reactions);
    }

    /// Does something for each event of a class. The instance is that of the event's stream id.
    ///
    /// @param type the class of an event, or a supertype of several: then for each of them
    public <T> Process on(Class<T> type, Reaction<? super T> reaction) {
        return with(new On<>(type, (_, recorded) -> recorded.stream().id(), reaction));
    }

    /// The same, for an instance that the event names.
    ///
    /// @param instance letters, digits and `-` `_` `.` `:`; the timers of all events with the same
    ///   one share their names
    public <T> Process on(
            Class<T> type, Function<? super T, String> instance, Reaction<? super T> reaction) {
        return with(new On<>(type, (event, _) -> instance.apply(event), reaction));
    }

    private Process with(On<?> added) {
        List<On<?>> all = new ArrayList<>(reactions);
        all.add(added);
        return new Process(name, start, List.copyOf(all));
    }

    public String name() {
        return name;
    }

    List<On<?>> reactions() {
        return reactions;
    }

    /// Reads the events that have a reaction, with the checks of [Handler#reading].
    Handler reading(Map<String, ? extends EventCodec<?>> codecs) {
        Handler handler = Handler.named(name).from(start);
        for (On<?> on : reactions) {
            handler = on.addTo(handler);
        }
        return handler.reading(codecs);
    }
}
