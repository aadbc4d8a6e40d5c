package dev.cobnut.loadtests.report;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `./cobnut session gallery`.
@Command(name = "gallery")
public final class GalleryCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        throw new UnsupportedOperationException("not built yet");
    }
}
