package dev.cobnut.loadtests.containers;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackIT {

    @TempDir Path folder;

    /// A test that was skipped once failed all the same: its clean-up asked Compose to remove what
    /// was never started, with an override file that was never written.
    @Test
    void aStackThatStartedNothingIsClosedWithoutItsFileAndWithoutAnEngine() throws Exception {
        Stack stack = Stack.of("unused", folder.resolve("never-written.yml"));

        assertThatCode(stack::close).doesNotThrowAnyException();
    }
}
