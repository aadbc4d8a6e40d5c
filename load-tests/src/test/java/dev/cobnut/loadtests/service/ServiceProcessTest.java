package dev.cobnut.loadtests.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.lab.service.Readiness;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.lab.service.ServiceUnavailableException;
import dev.cobnut.loadtests.standin.StandInService;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceProcessTest {

    private static final Duration READY_MAX = Duration.ofMinutes(4);

    @TempDir Path folder;

    @Test
    void aServiceIsReadyWhenItIsReturnedAndGoneWhenItIsKilled() throws Exception {
        ServiceProcess service = start(StandInService.command());
        Readiness readiness = new Readiness(service.uri());

        assertThat(readiness.isReady()).isTrue();
        assertThat(service.cpuTime()).isPositive();
        assertThat(service.residentBytes().orElse(1)).isPositive();
        assertThat(service.startToReady()).isBetween(Duration.ZERO, READY_MAX);

        service.kill9();
        assertThat(readiness.isReady()).isFalse();
        assertThat(service.isAlive()).isFalse();
        service.close();
    }

    @Test
    void anOrderlyStopIsASigterm() throws Exception {
        try (ServiceProcess service = start(StandInService.command())) {
            assertThat(service.stop()).isEqualTo(128 + 15);
        }
    }

    @Test
    void aServiceThatDoesNotStartIsReportedWithTheEndOfItsLog() {
        ServiceCommand broken =
                new ServiceCommand(
                        List.of(ServiceCommand.java(), "-cp", ".", "NoSuchMain"),
                        OrderServiceCommand.CONTRACT);

        assertThatThrownBy(() -> start(broken))
                .isInstanceOf(ServiceUnavailableException.class)
                .hasMessageContaining("NoSuchMain");
    }

    private ServiceProcess start(ServiceCommand command) throws Exception {
        return ServiceProcess.start(
                command, folder.resolve("data"), folder.resolve("log"), READY_MAX);
    }
}
