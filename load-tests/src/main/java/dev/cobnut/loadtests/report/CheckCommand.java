package dev.cobnut.loadtests.report;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `./cobnut session check`.
@Command(name = "check")
public final class CheckCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        throw new UnsupportedOperationException("not built yet");
    }
}
