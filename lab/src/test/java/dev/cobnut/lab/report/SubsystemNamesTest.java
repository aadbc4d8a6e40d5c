package dev.cobnut.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SubsystemNamesTest {

    private static String cpuOf(String subsystem) {
        return SubsystemNames.of("CPU per request", SubsystemNames.noun(subsystem));
    }

    @Test
    void aProductIsTheOwnerOfItsCost() {
        assertThat(cpuOf("hazelcast")).isEqualTo("Hazelcast's CPU per request");
    }

    @Test
    void aPartOfTheServiceHasAnArticle() {
        assertThat(cpuOf("outbox")).isEqualTo("CPU per request of the outbox");
    }

    @Test
    void anUnknownSubsystemIsQuoted() {
        assertThat(cpuOf("billing")).isEqualTo("CPU per request of `billing`");
    }
}
