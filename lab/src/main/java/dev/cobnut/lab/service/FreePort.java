package dev.cobnut.lab.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/// Loopback ports for processes that are about to start.
///
/// A port is free when it is given, and its process binds it seconds later. So the ports are below
/// those that a system gives to clients and to servers without a port of their own: from 32 768 on
/// Linux, and higher elsewhere. Nobody else gets one in between, and a client that waits for the
/// process never connects to itself.
///
/// Any thread may call it.
public final class FreePort {

    static final int MIN = 20_000;
    static final int COUNT = 12_000;

    private static final AtomicInteger NEXT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

    private FreePort() {}

    /// A port that nobody uses. Calls in this process give different ones until all were given.
    ///
    /// @throws IOException when all of them are in use
    public static int next() throws IOException {
        for (int tried = 0; tried < COUNT; tried++) {
            int port = MIN + Math.floorMod(NEXT.getAndIncrement(), COUNT);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IOException(
                "No port from %d to %d is free on the loopback address."
                        .formatted(MIN, MIN + COUNT - 1));
    }

    private static boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return probe.isBound();
        } catch (IOException _) {
            return false;
        }
    }
}
