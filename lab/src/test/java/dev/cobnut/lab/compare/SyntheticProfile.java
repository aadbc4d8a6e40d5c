package dev.cobnut.lab.compare;

import dev.cobnut.lab.stacks.ProfileEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Stacks of a fictional order service with their shares of the whole. Every event has the same
/// frames.
final class SyntheticProfile {

    static final String PLANTED = "dev.cobnut.lab.PlantedSlowdown.burn";

    private static final String[] REQUEST = {
        "java.lang.Thread.run",
        "org.apache.tomcat.util.net.SocketProcessorBase.run",
        "org.apache.coyote.http11.Http11Processor.service",
        "org.springframework.web.servlet.DispatcherServlet.doDispatch",
        "dev.cobnut.orders.api.OrdersController.place"
    };

    private static final String[] PUBLISHER = {
        "java.lang.Thread.run", "dev.cobnut.framework.outbox.OutboxPublisher.poll"
    };

    private final Map<List<String>, Double> shares = new LinkedHashMap<>();

    static SyntheticProfile of(ProfileEvent event) {
        SyntheticProfile profile = new SyntheticProfile();
        profile.jvm();
        profile.requests();
        profile.outbox();
        profile.rest();
        return event == ProfileEvent.ALLOC ? profile.withClasses() : profile;
    }

    Map<List<String>, Double> shares() {
        return shares;
    }

    /// Adds work of one kind, as a fraction of the whole; a new kind when there is none yet.
    void add(double share, String... frames) {
        shares.merge(List.of(frames), share, Double::sum);
    }

    /// Raises the cost of all stacks through a frame by this fraction.
    void scale(String frame, double factor) {
        shares.replaceAll((stack, share) -> stack.contains(frame) ? share * factor : share);
    }

    /// Renames a frame.
    void rename(String from, String to) {
        eachStack(stack -> stack.replaceAll(frame -> frame.equals(from) ? to : frame));
    }

    /// Inserts a frame directly below another one in every stack that passes through that one.
    void wrap(String frame, String wrapper) {
        eachStack(stack -> {
            if (stack.contains(frame)) {
                stack.add(stack.indexOf(frame) + 1, wrapper);
            }
        });
    }

    private void eachStack(Consumer<List<String>> change) {
        Map<List<String>, Double> before = new LinkedHashMap<>(shares);
        shares.clear();
        before.forEach((stack, share) -> {
            List<String> frames = new ArrayList<>(stack);
            change.accept(frames);
            add(share, frames.toArray(String[]::new));
        });
    }

    /// Adds rarely sampled code: this many methods of a library, with this share in total.
    void addRare(int methods, double share) {
        for (int i = 0; i < methods; i++) {
            add(share / methods, request("com.hazelcast.internal.rare.Rare.method" + i));
        }
    }

    static String[] request(String... below) {
        return join(REQUEST, below);
    }

    private void jvm() {
        add(
                0.05,
                "CompileBroker::compiler_thread_loop",
                "C2Compiler::compile_method",
                "PhaseIdealLoop::build");
        add(0.02, "CompileBroker::compiler_thread_loop", "C1Compiler::compile_method");
        add(0.03, "WorkerThread::run", "PSPromotionManager::drain_stacks");
    }

    private void requests() {
        add(0.06, request("tools.jackson.databind.ObjectMapper.readValue"));
        add(0.04, request("tools.jackson.databind.ObjectMapper.writeValueAsBytes"));
        String[] command = request("dev.cobnut.framework.command.CommandGateway.send");
        add(0.05, join(command, "dev.cobnut.framework.dispatch.Mailbox.offer"));
        add(0.03, join(command, "dev.cobnut.orders.domain.Order.decide"));
        String[] append = join(command, "dev.cobnut.framework.eventstore.EventStore.append");
        add(
                0.09,
                join(
                        append,
                        "dev.cobnut.framework.journal.SqliteJournal.commit",
                        "org.sqlite.core.NativeDB.step",
                        "fsync",
                        "do_fsync_[k]"));
        add(
                0.06,
                join(
                        append,
                        "dev.cobnut.framework.journal.SqliteJournal.commit",
                        "org.sqlite.core.NativeDB.bind"));
        add(
                0.07,
                join(
                        append,
                        "com.hazelcast.map.impl.proxy.MapProxyImpl.set",
                        "com.hazelcast.internal.serialization.impl.SerializationServiceImpl.toData"));
        add(
                0.05,
                join(
                        append,
                        "com.hazelcast.map.impl.proxy.MapProxyImpl.set",
                        "com.hazelcast.spi.impl.operationservice.impl.OperationRunnerImpl.run"));
        add(0.04, request("org.springframework.web.method.support.InvocableHandlerMethod.invoke"));
        add(0.03, request("java.util.HashMap.getNode"));
    }

    private void outbox() {
        String[] query =
                join(
                        PUBLISHER,
                        "dev.cobnut.framework.outbox.OutboxStore.pollPending",
                        "com.hazelcast.map.impl.query.QueryRunner.run");
        add(
                0.10,
                join(
                        query,
                        "com.hazelcast.internal.serialization.impl.compact.CompactInternalGenericRecord.getString"));
        add(0.06, join(query, "com.hazelcast.query.impl.predicates.EqualPredicate.apply"));
        add(
                0.05,
                join(
                        PUBLISHER,
                        "com.hazelcast.map.impl.proxy.MapProxyImpl.delete",
                        "com.hazelcast.spi.impl.operationservice.impl.OperationRunnerImpl.run"));
        add(0.03, join(PUBLISHER, "dev.cobnut.framework.outbox.OutboxPublisher.mark"));
    }

    private void rest() {
        add(
                0.05,
                "java.lang.Thread.run",
                "com.hazelcast.jet.impl.execution.TaskletExecutionService.run",
                "dev.cobnut.framework.view.Projection.apply");
        add(
                0.04,
                "java.lang.Thread.run",
                "com.hazelcast.jet.impl.execution.TaskletExecutionService.run",
                "java.util.concurrent.locks.LockSupport.parkNanos",
                "Unsafe_Park",
                "pthread_cond_timedwait");
        add(
                0.03,
                "java.lang.Thread.run",
                "java.util.concurrent.ForkJoinPool.runWorker",
                "jdk.internal.misc.Unsafe.park",
                "futex_wait_[k]");
        add(0.02, "entry_SYSCALL_64_[k]", "net_rx_action_[k]");
    }

    /// Appends classes to each stack as the leaves of allocation stacks.
    private SyntheticProfile withClasses() {
        SyntheticProfile allocated = new SyntheticProfile();
        shares.forEach((stack, share) -> {
            List<String> frames = new ArrayList<>(stack);
            allocated.add(share * 0.5, join(frames.toArray(String[]::new), "byte[]"));
            allocated.add(share * 0.3, join(frames.toArray(String[]::new), "java.lang.String"));
            allocated.add(
                    share * 0.2, join(frames.toArray(String[]::new), "java.util.HashMap$Node"));
        });
        return allocated;
    }

    private static String[] join(String[] above, String... below) {
        return Stream.concat(Arrays.stream(above), Arrays.stream(below)).toArray(String[]::new);
    }
}
