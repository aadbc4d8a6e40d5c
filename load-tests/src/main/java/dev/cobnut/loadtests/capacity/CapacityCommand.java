package dev.cobnut.loadtests.capacity;

import dev.cobnut.lab.service.ServiceCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/// `./cobnut capacity`: computes the tables of `docs/internet-scale.md`.
@Command(
        name = "capacity",
        mixinStandardHelpOptions = true,
        description = "Computes how many nodes and databases a demand takes, from stored figures.")
public final class CapacityCommand implements Callable<Integer> {

    static final String PAGE = "docs/internet-scale.md";

    private static final String BEGIN = "<!-- ./cobnut capacity --write -->\n";
    private static final String END = "<!-- end -->\n";

    @Option(names = "--write", description = "Put the tables into " + PAGE + ".")
    private boolean write;

    private final Path home;
    private final PrintStream out;

    public CapacityCommand() {
        this(ServiceCommand.home(), System.out);
    }

    CapacityCommand(Path home, PrintStream out) {
        this.home = home;
        this.out = out;
    }

    @Override
    public Integer call() throws IOException {
        String tables = CapacityTables.of(new Model(Inputs.of(home)));
        if (write) {
            Path page = home.resolve(PAGE);
            Files.writeString(page, with(Files.readString(page), tables));
            out.println(PAGE + " is written.");
        } else {
            out.print(tables);
        }
        return ExitCode.OK;
    }

    /// The page with these tables in the marked block.
    ///
    /// @throws IOException when the page lacks the marked block
    static String with(String page, String tables) throws IOException {
        int begin = page.indexOf(BEGIN);
        int end = page.indexOf(END, Math.max(0, begin));
        if (begin < 0 || end < 0) {
            throw new IOException(PAGE + " lacks the comments around the tables.");
        }
        return page.substring(0, begin + BEGIN.length()) + tables + page.substring(end);
    }
}
