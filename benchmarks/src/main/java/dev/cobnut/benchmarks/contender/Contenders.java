package dev.cobnut.benchmarks.contender;

import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.runtime.mailbox.MailboxKind;
import java.util.List;
import java.util.concurrent.Executors;

/// All contenders, by their names in the tables.
///
/// | name | what it is | one at a time, in order | when there is no room |
/// |---|---|---|---|
/// | `cobnut` | ours on virtual threads, with the bounded MPSC mailbox that grows | yes | waits |
/// | `cobnut-array` | ours with the MPSC mailbox that allocates its array at once | yes | waits |
/// | `cobnut-linked` | ours with the mailbox over the JDK's queue | yes | waits |
/// | `cobnut-turn-N` | ours with at most N messages per turn, for N of 1, 4, 16, 64, 1024 | yes | waits |
/// | `cobnut-unbounded` | ours with the unbounded MPSC mailbox in chunks | yes | grows |
/// | `cobnut-pinned` | ours on pinned dispatchers | yes | waits |
/// | `virtual-threads` | a virtual thread for each message | no | grows |
/// | `fixed-pool` | a thread pool with a thread for each core | no | grows |
/// | `work-stealing` | the JDK's work-stealing pool | no | grows |
/// | `single-thread` | an executor with one thread | yes | grows |
/// | `linked-queue` | a `LinkedBlockingQueue` and a platform thread for each worker | yes | waits |
/// | `linked-queue-virtual` | the same with a virtual thread | yes | waits |
/// | `pekko` | Pekko typed with its defaults | yes | grows |
/// | `pekko-tuned` | Pekko with 64 messages per turn and its lock-free mailbox | yes | grows |
/// | `pekko-pinned` | Pekko with a thread for each actor | yes | grows |
/// | `caller` | no hand-over; the caller does the work | yes | — |
public final class Contenders {

    /// Capacity of a worker's queue, where the queue is bounded.
    static final int CAPACITY = 65_536;

    public static final List<String> NAMES =
            List.of(
                    "cobnut",
                    "cobnut-array",
                    "cobnut-linked",
                    "cobnut-turn-1",
                    "cobnut-turn-4",
                    "cobnut-turn-16",
                    "cobnut-turn-64",
                    "cobnut-turn-1024",
                    "cobnut-unbounded",
                    "cobnut-pinned",
                    "virtual-threads",
                    "fixed-pool",
                    "work-stealing",
                    "single-thread",
                    "linked-queue",
                    "linked-queue-virtual",
                    "pekko",
                    "pekko-tuned",
                    "pekko-pinned",
                    "caller");

    private Contenders() {}

    /// Opens a contender with one dispatcher or thread per core, where that can be chosen.
    public static Contender open(String name) {
        return open(name, Runtime.getRuntime().availableProcessors());
    }

    /// @param parallelism number of dispatchers, for contenders that have dispatchers
    /// @throws InvalidInputException when there is no such contender
    public static Contender open(String name, int parallelism) {
        return switch (name) {
            case "cobnut" -> CobnutContender.virtual(MailboxKind.MPSC);
            case "cobnut-array" -> CobnutContender.virtual(MailboxKind.MPSC_ARRAY);
            case "cobnut-linked" -> CobnutContender.virtual(MailboxKind.LINKED);
            case "cobnut-turn-1",
                    "cobnut-turn-4",
                    "cobnut-turn-16",
                    "cobnut-turn-64",
                    "cobnut-turn-1024" ->
                    CobnutContender.inTurnsOf(
                            Integer.parseInt(name.substring(name.lastIndexOf('-') + 1)));
            case "cobnut-unbounded" -> CobnutContender.unbounded();
            case "cobnut-pinned" -> CobnutContender.pinned(parallelism);
            case "virtual-threads" ->
                    new ExecutorContender(Executors.newVirtualThreadPerTaskExecutor());
            case "fixed-pool" -> new ExecutorContender(Executors.newFixedThreadPool(parallelism));
            case "work-stealing" ->
                    new ExecutorContender(Executors.newWorkStealingPool(parallelism));
            case "single-thread" -> new ExecutorContender(Executors.newSingleThreadExecutor());
            case "linked-queue" ->
                    new LinkedQueueContender(Thread.ofPlatform().name("loop-", 0).factory());
            case "linked-queue-virtual" ->
                    new LinkedQueueContender(Thread.ofVirtual().name("loop-", 0).factory());
            case "pekko" -> PekkoContender.withDefaults();
            case "pekko-tuned" -> PekkoContender.tuned();
            case "pekko-pinned" -> PekkoContender.pinned();
            case "caller" -> new CallerContender();
            default ->
                    throw new InvalidInputException(
                            "There is no contender '%s'; there are %s.".formatted(name, NAMES));
        };
    }
}
