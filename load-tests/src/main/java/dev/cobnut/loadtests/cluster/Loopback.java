package dev.cobnut.loadtests.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/// All members at 127.0.0.1, each with ports of its own. No member can be cut off.
final class Loopback implements ClusterNetwork {

    private static final String ADDRESS = "127.0.0.1";
    private static final int PORT_MIN = 20_000;

    /// Upper bound of the ports. Ports that the system gives to clients begin at 32 768 on Linux,
    /// and higher elsewhere.
    private static final int PORT_MAX = 32_000;

    private final List<Integer> ports;

    Loopback(int members) {
        this.ports = freePorts(2 * members);
    }

    /// Finds different free ports below the range that the system gives to clients. Otherwise a
    /// member that connects to a stopped member could get that member's port as its client port,
    /// and connect to itself.
    private static List<Integer> freePorts(int count) {
        List<Integer> ports = new ArrayList<>();
        while (ports.size() < count) {
            int port = ThreadLocalRandom.current().nextInt(PORT_MIN, PORT_MAX);
            if (!ports.contains(port) && isFree(port)) {
                ports.add(port);
            }
        }
        return List.copyOf(ports);
    }

    private static boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return probe.isBound();
        } catch (IOException _) {
            return false;
        }
    }

    @Override
    public List<String> prefix(int member) {
        return List.of();
    }

    @Override
    public String accessAddress(int member) {
        return ADDRESS;
    }

    @Override
    public String clusterAddress(int member) {
        return ADDRESS;
    }

    @Override
    public int clusterPort(int member) {
        return ports.get(2 * member);
    }

    @Override
    public int httpPort(int member) {
        return ports.get(2 * member + 1);
    }

    @Override
    public String databaseAddress() {
        return ADDRESS;
    }

    @Override
    public boolean canCut() {
        return false;
    }

    @Override
    public void cut(int member) {
        throw new UnsupportedOperationException("members on loopback cannot be cut off");
    }

    @Override
    public void heal(int member) {
        throw new UnsupportedOperationException("members on loopback cannot be cut off");
    }

    @Override
    public void close() {
        // There is nothing to remove.
    }
}
