package dev.cobnut.lab.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlannedRunTest {

    @Test
    void theVariantsAlternateSoThatADriftAffectsBothEqually() {
        assertThat(PlannedRun.inOrder(5).stream().map(PlannedRun::id))
                .containsExactly(
                        "01-A", "02-B", "03-B", "04-A", "05-A", "06-B", "07-B", "08-A", "09-A",
                        "10-B");
    }

    @Test
    void moreRepeatsContinueTheSameOrder() {
        assertThat(PlannedRun.inOrder(5).subList(0, 6)).isEqualTo(PlannedRun.inOrder(3));
    }
}
