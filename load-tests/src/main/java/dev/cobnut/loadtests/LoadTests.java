package dev.cobnut.loadtests;

import dev.cobnut.loadtests.demo.Demo;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// Entry point of what `./cobnut` runs out of this module.
@Command(name = "cobnut", subcommands = Demo.class)
public final class LoadTests {

    private LoadTests() {}

    static void main(String[] args) {
        System.exit(new CommandLine(new LoadTests()).execute(args));
    }
}
