package dev.cobnut.loadtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.tools.Thorough;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.loadtests.builds.ViewsBefore;
import dev.cobnut.loadtests.builds.ViewsNow;
import dev.cobnut.loadtests.cluster.ClusterReport;
import dev.cobnut.loadtests.cluster.ClusterRun;
import dev.cobnut.loadtests.cluster.Fault;
import dev.cobnut.loadtests.service.OrderServiceCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A rolling upgrade under load: three members of the build before the consumers of the journal are
/// replaced, one after the other, by members of this build. Meanwhile members of both deliver.
///
/// The build before is an executable jar that `-Dcobnut.before.jar` names, or one that is made from
/// the commit [FormerBuild#COMMIT] when git has it.
@Thorough
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class TwoVersionsIT {

    @TempDir Path folder;

    @Test
    void anUpgradeUnderLoadLosesNothingAndLeavesEveryViewComplete() throws Exception {
        @Nullable String reason = ClusterRun.reasonAgainst(Fault.ROLLING);
        if (reason != null) {
            Assumptions.abort(reason);
        }
        ServiceCommand now = RealService.command(ViewsNow.in(folder));
        ServiceCommand before =
                with(
                        FormerBuild.jar(),
                        RealService.command(ViewsBefore.in(folder)),
                        OrderServiceCommand.jar());
        ClusterRun.Upgrade upgrade =
                new ClusterRun.Upgrade(now, List.of("counts.2", "shades", "added"));
        long seed = Long.getLong("cobnut.seed", System.nanoTime());
        ClusterReport report =
                ClusterRun.run(
                                ClusterRun.Settings.of(
                                                before, folder, List.of(Fault.ROLLING), 1, seed)
                                        .upgrading(upgrade))
                        .getFirst();
        Files.writeString(Path.of("target", "two-versions-report.json"), report.toJson());

        assertThat(report.findings()).as(report.toJson()).isEmpty();
        assertThat(report.plantedLossSeen()).as("the harness sees a loss").isTrue();
        assertThat(report.acknowledged()).isGreaterThan(150);
    }

    /// The same command with another jar.
    private static ServiceCommand with(Path jar, ServiceCommand command, Path instead) {
        return new ServiceCommand(
                command.words().stream()
                        .map(word -> word.equals(instead.toString()) ? jar.toString() : word)
                        .toList(),
                command.contract());
    }
}
