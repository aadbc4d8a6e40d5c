package dev.cobnut.lab.flamegraph;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameNameTest {

    private static final String POLL = "dev.cobnut.framework.outbox.OutboxPublisher.poll";

    @ParameterizedTest
    @CsvSource({
        "60, dev.cobnut.framework.outbox.OutboxPublisher.poll",
        "47, OutboxPublisher.poll",
        "20, OutboxPublisher.poll",
        "19, poll",
        "4, poll",
        "3, ''",
    })
    void aNameIsShortenedFromItsPackagesAndNeverCut(int room, String shown) {
        assertThat(FrameName.fit(FrameName.forms(POLL, false), room, String::length))
                .isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "void Foo<int>::bar(int)|Foo::bar",
                "oopDesc* PSPromotionManager::copy_unmarked<false>|PSPromotionManager::copy_unmarked",
                "do_syscall_64_[k]|do_syscall_64",
                "finish_task_switch.isra.0_[k]|finish_task_switch.isra.0",
                "__new_sem_wait_slow64.constprop.0|__new_sem_wait_slow64.constprop.0",
                "a.b.C.<init>|C.<init>",
                "a.b.C$$Lambda.run|C$$Lambda.run",
                "start_thread|start_thread",
            })
    void theBriefFormKeepsTypeAndMethod(String frame, String brief) {
        assertThat(FrameName.brief(frame)).isEqualTo(brief);
    }

    @Test
    void aTypeIsShortenedToItsOwnName() {
        assertThat(FrameName.fit(FrameName.forms("java.lang.String", true), 10, String::length))
                .isEqualTo("String");
        assertThat(FrameName.fit(FrameName.forms("byte[]", true), 10, String::length))
                .isEqualTo("byte[]");
    }

    @ParameterizedTest
    @CsvSource({
        "OWN, dev.cobnut.framework.outbox.OutboxPublisher.poll",
        "HAZELCAST, com.hazelcast.map.IMap.get",
        "LIBRARY, org.apache.coyote.Processor.service",
        "JDK, java.lang.Thread.run",
        "JDK, java.lang.invoke.LambdaForm$MH.invoke",
        "NATIVE, CompileBroker::loop",
        "NATIVE, libsqlitejdbc.so",
        "NATIVE, copy_page.part.0",
        "KERNEL, finish_task_switch.isra.0_[k]",
    })
    void theKindOfAFrameIsWhereItsCodeComesFrom(FrameKind kind, String frame) {
        assertThat(FrameKind.of(frame)).isEqualTo(kind);
    }
}
