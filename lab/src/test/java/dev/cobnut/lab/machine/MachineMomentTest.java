package dev.cobnut.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineMomentTest {

    private static final long SERVICE = 4711;

    @TempDir Path proc;

    @Test
    void timeOfOthersIsBusyTimeMinusOurs() throws IOException {
        stat(1_000, 200, 5_000, 100, 20);
        service(300, 50);
        MachineMoment before = MachineMoment.now(proc, proc, Set.of(SERVICE));
        stat(1_500, 300, 5_300, 150, 70);
        service(600, 150);
        MachineMoment after = MachineMoment.now(proc, proc, Set.of(SERVICE));

        MachineReport report = MachineReport.between(before, after, 400);

        // 1 000 ticks in total; 600 of them are user and system time, and 400 of those belong to
        // the service.
        assertThat(before.ticksOf()).containsOnly(Map.entry(SERVICE, 350L));
        assertThat(after.ticksOf()).containsOnly(Map.entry(SERVICE, 750L));
        assertThat(report.othersPercent()).isEqualTo(20.0);
        assertThat(report.oursPercent()).isEqualTo(40.0);
        assertThat(report.stealPercent()).isEqualTo(5.0);
        assertThat(report.contamination())
                .containsExactly(
                        "Other processes used 20.0 % of the processors' time.",
                        "The hypervisor gave 5.0 % of the processors' time to others.");
    }

    @Test
    void pressureLoadAndThrottlingAreReadWhereTheyAre() throws IOException {
        Files.createDirectories(proc.resolve("pressure"));
        Files.writeString(
                proc.resolve("pressure/cpu"),
                "some avg10=12.50 avg60=3.00 avg300=1.00 total=123456\nfull avg10=0.00 total=0\n");
        Files.writeString(proc.resolve("loadavg"), "1.75 0.50 0.25 2/300 4711\n");
        Files.writeString(proc.resolve("cpu.stat"), "usage_usec 1\nnr_periods 9\nnr_throttled 4\n");

        MachineMoment moment = MachineMoment.now(proc, proc, Set.of());

        assertThat(moment.loadAverage()).isEqualTo(1.75);
        assertThat(moment.pressurePercent()).isEqualTo(12.5);
        assertThat(moment.pressureMicros()).isEqualTo(123_456);
        assertThat(moment.throttledPeriods()).isEqualTo(4);
    }

    @Test
    void aThrottledControlGroupIsNamed() {
        assertThat(
                        new MachineReport(null, null, null, null, null, null, null, null, 3L)
                                .contamination())
                .containsExactly(
                        "The control group had used up its CPU quota 3 times and was throttled.");
    }

    @Test
    void valuesThatASystemLacksAreNull() throws IOException {
        MachineMoment moment = MachineMoment.now(proc, proc, Set.of(SERVICE));

        MachineReport report = MachineReport.between(moment, moment, 0);

        assertThat(moment.ticksOf()).isEmpty();
        assertThat(report)
                .isEqualTo(new MachineReport(null, null, null, null, null, null, null, null, null));
        assertThat(report.contamination()).isEmpty();
    }

    /// Columns user, nice, system, idle, iowait, irq, softirq, steal, guest, guest_nice.
    private void stat(long user, long system, long idle, long ioWait, long steal)
            throws IOException {
        Files.writeString(
                proc.resolve("stat"),
                "cpu  %d 0 %d %d %d 0 0 %d 77 0\ncpu0 1 2 3\n"
                        .formatted(user, system, idle, ioWait, steal));
    }

    private void service(long user, long system) throws IOException {
        Files.createDirectories(proc.resolve("" + SERVICE));
        Files.writeString(
                proc.resolve(SERVICE + "/stat"),
                "%d (a (b) c) S 1 1 1 0 -1 0 0 0 0 0 %d %d 0 0 20 0 30 0\n"
                        .formatted(SERVICE, user, system));
    }
}
