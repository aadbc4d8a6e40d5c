package dev.cobnut.lab.generator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.service.ServiceCommand;
import io.gatling.commons.util.GatlingVersion$;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReleaseCheckTest {

    private static final long EXIT_MAX_SECONDS = 60;

    @TempDir Path folder;

    /// Repeats the steps of Gatling at the start of a simulation.
    static final class Start {

        private Start() {}

        static void main(String[] skip) {
            if (skip.length > 0) {
                Generator.skipReleaseCheck();
            }
            System.out.println(GatlingVersion$.MODULE$.LatestRelease());
        }
    }

    @Test
    void gatlingDoesNotLookUpItsNewestRelease() throws Exception {
        assertThat(connectionsOfAStart()).isPositive();
        assertThat(connectionsOfAStart("skip")).isZero();
    }

    /// Counts the connections that a start tries to open. The proxy counts and closes them.
    private int connectionsOfAStart(String... arguments) throws Exception {
        AtomicInteger connections = new AtomicInteger();
        Thread counter;
        try (ServerSocket proxy = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            counter = Thread.ofVirtual().start(() -> count(proxy, connections));
            List<String> words =
                    new ArrayList<>(
                            List.of(
                                    ServiceCommand.java(),
                                    "-XX:TieredStopAtLevel=1",
                                    "-Dhttps.proxyHost=127.0.0.1",
                                    "-Dhttps.proxyPort=" + proxy.getLocalPort(),
                                    "-Djava.util.prefs.userRoot="
                                            + Files.createTempDirectory(folder, "home"),
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    Start.class.getName()));
            words.addAll(List.of(arguments));
            Process start =
                    new ProcessBuilder(words)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            assertThat(start.waitFor(EXIT_MAX_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(start.exitValue()).isZero();
        }
        counter.join();
        return connections.get();
    }

    private static void count(ServerSocket proxy, AtomicInteger connections) {
        try {
            while (true) {
                try (Socket _ = proxy.accept()) {
                    connections.incrementAndGet();
                }
            }
        } catch (IOException _) {
            // The socket is closed: the count is complete.
        }
    }
}
