package dev.cobnut.loadtests.session;

import dev.cobnut.loadtests.report.CheckCommand;
import dev.cobnut.loadtests.report.GalleryCommand;
import dev.cobnut.loadtests.report.ReportCommand;
import dev.cobnut.loadtests.report.ResampleCommand;
import picocli.CommandLine.Command;

/// `./cobnut session`: two variants of the service, measured side by side.
@Command(
        name = "session",
        description = "Compares two variants of the service.",
        subcommands = {
            RunCommand.class,
            ReportCommand.class,
            CheckCommand.class,
            GalleryCommand.class,
            ResampleCommand.class
        })
public final class SessionCommand {}
