package dev.cobnut.framework.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TestToolTest {

    @Test
    void theVariableHidesTheToolsThatItNames() {
        assertThat(TestTool.named(null)).isEmpty();
        assertThat(TestTool.named("")).isEmpty();
        assertThat(TestTool.named("docker, npm"))
                .containsExactlyInAnyOrder(TestTool.DOCKER, TestTool.NPM);
    }

    @Test
    void aNameThatHidesNothingIsRefused() {
        assertThatThrownBy(() -> TestTool.named("docker,postgres"))
                .hasMessage(
                        "COBNUT_TEST_WITHOUT names 'postgres', which is none of docker, postgresql, haproxy, npm, chromium and python");
    }
}
