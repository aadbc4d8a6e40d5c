package dev.cobnut.lab.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubsystemsTest {

    private static final String POLL = "dev.cobnut.framework.outbox.OutboxPublisher.poll";
    private static final String APPEND = "dev.cobnut.framework.journal.SqliteJournal.append";
    private static final String MAP_GET = "com.hazelcast.map.impl.proxy.MapProxyImpl.get";
    private static final String TO_BYTES =
            "com.hazelcast.internal.serialization.impl.AbstractSerializationService.toBytes";

    private final Subsystems sample = SampleFrames.subsystems();

    @TempDir Path folder;

    @Test
    void aStackBelongsToTheSubsystemNearestToItsLeaf() {
        assertThat(cpu("java.lang.Thread.run", POLL, MAP_GET, TO_BYTES, "java.util.Arrays.copyOf"))
                .isEqualTo("serialization");
        assertThat(cpu("java.lang.Thread.run", POLL, MAP_GET, "java.util.HashMap.get"))
                .isEqualTo("hazelcast");
        assertThat(cpu("java.lang.Thread.run", POLL, "java.util.HashMap.get")).isEqualTo("outbox");
        assertThat(cpu("java.lang.Thread.run", "java.util.HashMap.get")).isEqualTo("other");
    }

    @Test
    void aStackPassesThroughEachOfItsSubsystemsOnce() {
        List<String> stack = List.of("java.lang.Thread.run", POLL, MAP_GET, TO_BYTES, MAP_GET);

        assertThat(sample.inclusive(ProfileEvent.CPU, stack))
                .containsExactly("outbox", "hazelcast", "serialization");
        assertThat(sample.inclusive(ProfileEvent.CPU, List.of("java.lang.Thread.run")))
                .isEqualTo(Set.of(Subsystems.OTHER));
    }

    @Test
    void kernelTimeBelongsToItsCaller() {
        assertThat(cpu(APPEND, "libsqlitejdbc.so", "__GI_fsync", "ext4_sync_file_[k]"))
                .isEqualTo("journal");
        assertThat(cpu("java.lang.Thread.run", "sun.nio.ch.SocketDispatcher.read0", "tcp_recv_[k]"))
                .isEqualTo("kernel");
        assertThat(cpu("ret_from_fork_[k]", "java.util.HashMap.get")).isEqualTo("kernel");
    }

    @Test
    void aCompilerThreadBelongsToTheCompilerEvenWhenItWaits() {
        assertThat(
                        cpu(
                                "JavaThread::run",
                                "CompileBroker::compiler_thread_loop",
                                "C2Compiler::compile_method",
                                "Monitor::wait",
                                "___pthread_cond_timedwait",
                                "do_futex_[k]"))
                .isEqualTo("jit");
        assertThat(cpu(POLL, "java.util.concurrent.locks.LockSupport.park", "do_futex_[k]"))
                .isEqualTo("parking");
    }

    /// A semaphore that limits concurrency does not indicate an idle worker.
    @Test
    void aPatternWithACallerMatchesOnlyBelowThatCaller() throws Exception {
        Subsystems subsystems =
                read("idle (whole stack)\n  a.Clock.run > a.Gate.pass*\nrest\n  a.*");

        assertThat(subsystems.of("a.Clock.run", "a.Gate.passUntil")).isEqualTo("idle");
        assertThat(subsystems.of("a.Clock.turn", "a.Gate.passUntil")).isEqualTo("rest");
        assertThat(subsystems.of(null, "a.Gate.passUntil")).isEqualTo("rest");
        List<String> stack = List.of("a.Clock.run", "a.Gate.pass", "a.Gate.park");
        assertThat(subsystems.exclusive(ProfileEvent.WALL, stack)).isEqualTo("idle");
        assertThat(subsystems.inclusive(ProfileEvent.WALL, stack)).containsExactly("rest", "idle");
        List<String> other = List.of("a.Clock.run", "a.Door.open", "a.Gate.pass");
        assertThat(subsystems.exclusive(ProfileEvent.WALL, other)).isEqualTo("rest");
    }

    @Test
    void theTypeAtTheEndOfAnAllocationStackIsNotCode() {
        List<String> stack = List.of(APPEND, "dev.cobnut.framework.outbox.OutboxEntry");

        assertThat(sample.exclusive(ProfileEvent.ALLOC, stack)).isEqualTo("journal");
        assertThat(sample.inclusive(ProfileEvent.ALLOC, stack)).containsExactly("journal");
        assertThat(sample.exclusive(ProfileEvent.CPU, stack)).isEqualTo("outbox");
    }

    @Test
    void theFirstPatternInTheFileTakesAFrame() throws Exception {
        Subsystems subsystems =
                read(
                        """
                        # two that overlap
                        narrow
                            a.b.*
                        wide
                            a.*
                            *Z*Y
                        """);

        assertThat(subsystems.of(null, "a.b.C.d")).isEqualTo("narrow");
        assertThat(subsystems.of(null, "a.C.d")).isEqualTo("wide");
        assertThat(subsystems.of(null, "xZxYxY")).isEqualTo("wide");
        assertThat(subsystems.of(null, "YZ")).isEqualTo("other");
        assertThat(subsystems.names()).containsExactly("narrow", "wide", "other");
    }

    @Test
    void aStarMatchesAnyTextIncludingNoneButNoLetterTwice() throws Exception {
        Subsystems subsystems = read("one\n  ab*ba\n");

        assertThat(subsystems.of(null, "abba")).isEqualTo("one");
        assertThat(subsystems.of(null, "aba")).isEqualTo("other");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Outbox|line 1: 'Outbox' is not a name of a subsystem",
                "~ a.*|line 1: the pattern 'a.*' stands before the first name of a subsystem.",
                "a#b#~x|line 1: the subsystem 'a' has no pattern.",
                "a#~x#b|line 3: the subsystem 'b' has no pattern.",
                "a#~x#a#~y|line 3: the subsystem 'a' is already defined in line 1.",
                "a#~x#b#~x|line 4: the pattern 'x' is already defined in line 2.",
                "a#~**|line 2: the pattern '**' would match every frame.",
                "a (first)#~x|line 1: there is no rule '(first)'; the rules are '(whole stack)' and '(last)'.",
                "other#~x|line 1: 'other' is for frames without a pattern",
                "##|subsystems.txt contains no subsystem.",
            })
    void aMistakeIsOneSentenceWithItsLine(String text, String sentence) {
        assertThatThrownBy(() -> read(text.replace('#', '\n').replace('~', ' ')))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("subsystems.txt")
                .hasMessageContaining(sentence)
                .hasMessageEndingWith(".");
    }

    @Test
    void aMissingFileIsNamed() {
        assertThatThrownBy(() -> Subsystems.read(folder.resolve("none.txt")))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "The file of subsystems does not exist: %s.", folder.resolve("none.txt"));
    }

    @Test
    void aFileThatIsNotTextIsNamed() throws Exception {
        Path file = Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xC3, 0x28});

        assertThatThrownBy(() -> Subsystems.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not UTF-8");
    }

    private String cpu(String... stack) {
        return sample.exclusive(ProfileEvent.CPU, List.of(stack));
    }

    private Subsystems read(String text) throws IOException {
        return Subsystems.read(Files.writeString(folder.resolve("subsystems.txt"), text));
    }
}
