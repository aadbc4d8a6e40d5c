package dev.cobnut.lab.stacks;

import java.io.IOException;
import java.io.UncheckedIOException;

/// Patterns for the frames of a fictional service.
public final class SampleFrames {

    private static final String PATTERNS =
            """
            jit (whole stack)
                CompileBroker::*
                C1Compiler::*
                C2Compiler::*
            gc (whole stack)
                WorkerThread::run
            profiler
                Profiler::*
                one.profiler.*
            waiting-for-work (whole stack)
                java.util.concurrent.ThreadPoolExecutor.getTask
                java.lang.Thread.sleep
                sun.nio.ch.EPoll.wait
                dev.cobnut.framework.outbox.OutboxPublisher.rest
                CompileQueue::get*
            parking
                java.util.concurrent.locks.LockSupport.*
                jdk.internal.misc.Unsafe.park
                Unsafe_Park
                ObjectMonitor::*
                *pthread_cond_*
            outbox
                dev.cobnut.framework.outbox.*
                dev.cobnut.*Outbox*
            journal
                dev.cobnut.framework.journal.*
                org.sqlite.*
                *libsqlitejdbc.so*
            view
                dev.cobnut.framework.view.*
            pipeline
                dev.cobnut.framework.pipeline.*
            dispatch
                dev.cobnut.framework.dispatch.*
                dev.cobnut.framework.command.*
                dev.cobnut.framework.eventstore.*
                dev.cobnut.orders.domain.*
            serialization
                dev.cobnut.framework.event.*
                com.hazelcast.internal.serialization.*
                tools.jackson.*
                com.fasterxml.jackson.*
            jet
                com.hazelcast.jet.*
            hazelcast
                com.hazelcast.*
            spring
                org.springframework.*
                io.micrometer.*
                dev.cobnut.orders.api.*
            tomcat
                org.apache.tomcat.*
                org.apache.catalina.*
                org.apache.coyote.*
                jakarta.servlet.*
            kernel (last)
                *_[k]
            """;

    private SampleFrames() {}

    public static Subsystems subsystems() {
        try {
            return Subsystems.parse("sample", PATTERNS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
