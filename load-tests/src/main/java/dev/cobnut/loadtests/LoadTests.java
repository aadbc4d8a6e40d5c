package dev.cobnut.loadtests;

import dev.cobnut.loadtests.demo.Demo;
import dev.cobnut.loadtests.profile.ProfileCommand;
import dev.cobnut.loadtests.session.SessionCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// Entry point of what `./cobnut` runs out of this module.
@Command(
        name = "cobnut",
        subcommands = {Demo.class, ProfileCommand.class, SessionCommand.class})
public final class LoadTests {

    private LoadTests() {}

    static void main(String[] args) {
        System.exit(new CommandLine(new LoadTests()).execute(args));
    }
}
