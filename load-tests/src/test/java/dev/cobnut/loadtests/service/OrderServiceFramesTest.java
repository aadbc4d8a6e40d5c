package dev.cobnut.loadtests.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.Subsystems;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderServiceFramesTest {

    private final Subsystems subsystems = new OrderServiceSubject().planDefaults().subsystems();

    @ParameterizedTest
    @CsvSource({
        "outbox, dev.cobnut.framework.outbox.OutboxPublisher.poll",
        "outbox, dev.cobnut.framework.delivery.OutboxPublisher.poll",
        "outbox, dev.cobnut.framework.delivery.DeliveryCursor.advance",
        "outbox, dev.cobnut.framework.delivery.ParkedStreams.park",
        "pipeline, dev.cobnut.framework.delivery.Sweeper.sweep",
        "dispatch, dev.cobnut.framework.dispatch.actor.ActorSystem.tell",
        "dispatch, dev.cobnut.runtime.entity.EntityDispatcher.send",
        "dispatch, dev.cobnut.runtime.mailbox.Mailbox.offer",
        "outbox, dev.cobnut.loadtests.variants.ScanningOutboxStore.pollPending",
        "journal, dev.cobnut.framework.journal.GroupCommit.turn",
        "journal, org.sqlite.core.NativeDB.step",
        "journal, libsqlitejdbc.so",
        "view, dev.cobnut.framework.view.Views$Page.apply",
        "pipeline, dev.cobnut.framework.pipeline.Delivery.drain",
        "dispatch, dev.cobnut.framework.command.Aggregate.handle",
        "serialization, com.hazelcast.internal.serialization.impl.SerializationServiceV1.toData",
        "serialization, tools.jackson.databind.ObjectReader.readValue",
        "jet, com.hazelcast.jet.impl.execution.ProcessorTasklet.call",
        "hazelcast, com.hazelcast.map.impl.proxy.MapProxyImpl.get",
        "spring, org.springframework.web.servlet.DispatcherServlet.doDispatch",
        "tomcat, org.apache.coyote.http11.Http11Processor.service",
        "parking, jdk.internal.misc.Unsafe.park",
        "parking, ___pthread_cond_signal",
        "jit, CompileBroker::compiler_thread_loop",
        "jit, C2Compiler::compile_method",
        "gc, WorkerThread::run",
        "gc, PSParallelCompactNew::invoke",
        "profiler, Profiler::recordSample",
        "kernel, do_syscall_64_[k]",
        "other, java.util.HashMap.get",
        "other, start_thread",
    })
    void theFileKnowsTheFramesOfTheService(String subsystem, String frame) {
        assertThat(subsystems.of(null, frame)).isEqualTo(subsystem);
    }

    /// As they were recorded: nine tenths of all waiting for locks, and no contention.
    @Test
    void aThreadThatHasNothingToDoWaitsForWorkWhateverItParksOn() {
        String[] park = {
            "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire",
            "java.util.concurrent.locks.LockSupport.park",
            "jdk.internal.misc.Unsafe.park"
        };
        assertThat(
                        lock(
                                park,
                                "java.lang.Thread.run",
                                "dev.cobnut.framework.journal.SqliteWal.copyWhenAsked",
                                "java.util.concurrent.Semaphore.acquireUninterruptibly"))
                .isEqualTo(Subsystems.WAITING_FOR_WORK);
        assertThat(
                        lock(
                                park,
                                "java.util.concurrent.ThreadPoolExecutor.runWorker",
                                "java.util.concurrent.ThreadPoolExecutor.getTask",
                                "java.util.concurrent.SynchronousQueue.poll"))
                .isEqualTo(Subsystems.WAITING_FOR_WORK);
        assertThat(lock(new String[0], "CompileBroker::compiler_thread_loop", "CompileQueue::get"))
                .isEqualTo(Subsystems.WAITING_FOR_WORK);
    }

    @Test
    void aThreadThatWaitsForAnotherDoesNotWaitForWork() {
        String[] park = {"java.util.concurrent.locks.LockSupport.park", "Unsafe_Park"};

        assertThat(
                        lock(
                                park,
                                "java.util.concurrent.ThreadPoolExecutor.runWorker",
                                "com.hazelcast.query.impl.BaseIndexStore.takeWriteLock",
                                "java.util.concurrent.locks.ReentrantReadWriteLock$WriteLock.lock"))
                .isEqualTo("parking");
        assertThat(
                        lock(
                                park,
                                "dev.cobnut.framework.journal.SqliteReaders.read",
                                "java.util.concurrent.ArrayBlockingQueue.poll"))
                .isEqualTo("parking");
    }

    /// A method that was renamed would silently be contention again. A pattern whose class moved to
    /// another package stays for the sessions that were recorded before.
    @Test
    void whatIsCalledWaitingForWorkIsThere() throws Exception {
        List<String> patterns;
        try (InputStream file = OrderServiceSubject.class.getResourceAsStream("subsystems.txt")) {
            patterns =
                    new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .dropWhile(line -> !line.startsWith(Subsystems.WAITING_FOR_WORK))
                            .skip(1)
                            .takeWhile(line -> !line.isBlank())
                            .map(String::strip)
                            .filter(pattern -> pattern.contains("."))
                            .toList();
        }
        assertThat(patterns).hasSizeGreaterThan(15);
        Set<String> found =
                patterns.stream()
                        .filter(OrderServiceFramesTest::isThere)
                        .map(OrderServiceFramesTest::withoutPackages)
                        .collect(Collectors.toSet());
        assertThat(patterns)
                .allSatisfy(pattern -> assertThat(found).contains(withoutPackages(pattern)));
    }

    private static boolean isThere(String pattern) {
        return Arrays.stream(pattern.split(" > ", -1))
                .allMatch(method -> {
                    int dot = method.lastIndexOf('.');
                    String name = method.substring(dot + 1).replace("*", "");
                    try {
                        Class<?> type =
                                Class.forName(
                                        method.substring(0, dot),
                                        false,
                                        OrderServiceFramesTest.class.getClassLoader());
                        return Arrays.stream(type.getDeclaredMethods())
                                .anyMatch(declared -> declared.getName().startsWith(name));
                    } catch (ClassNotFoundException _) {
                        return false;
                    }
                });
    }

    private static String withoutPackages(String pattern) {
        return pattern.replaceAll("(?:[a-z]+\\.)+(?=[A-Z])", "");
    }

    private String lock(String[] park, String... above) {
        List<String> stack = new ArrayList<>(List.of(above));
        stack.addAll(List.of(park));
        return subsystems.exclusive(ProfileEvent.LOCK, stack);
    }
}
