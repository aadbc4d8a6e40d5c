package dev.cobnut.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("severalProcessors")
class PatienceTest {

    private final Patience patience = new Patience();

    static boolean severalProcessors() {
        return Runtime.getRuntime().availableProcessors() > 1;
    }

    @BeforeEach
    void looksAtFirst() {
        assertThat(patience.begin()).isTrue();
        patience.end(true);
    }

    private int leftOut() {
        int times = 0;
        while (!patience.begin()) {
            times++;
        }
        return times;
    }

    @Test
    void lookingThatIsInVainIsDoneEverMoreRarelyAndAtLastEvery64thTime() {
        for (int expected : new int[] {0, 1, 3, 7, 15, 31, 63, 63, 63}) {
            assertThat(leftOut()).isEqualTo(expected);
            patience.end(false);
        }
    }

    @Test
    void whatComesInTimeBringsItBackAtOnce() {
        for (int i = 0; i < 10; i++) {
            int _ = leftOut();
            patience.end(false);
        }
        int _ = leftOut();
        patience.end(true);
        assertThat(leftOut()).isZero();
    }

    @Test
    void oneProcessorAtLeastIsLeftToThoseWhoWork() {
        for (int i = 0; i < Patience.LOOKERS_MAX; i++) {
            assertThat(patience.begin()).isTrue();
        }
        assertThat(patience.begin()).isFalse();
        patience.end(true);
        assertThat(patience.begin()).isTrue();
    }
}
