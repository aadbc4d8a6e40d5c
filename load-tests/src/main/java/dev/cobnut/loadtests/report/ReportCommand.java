package dev.cobnut.loadtests.report;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `./cobnut session report`.
@Command(name = "report")
public final class ReportCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        throw new UnsupportedOperationException("not built yet");
    }
}
