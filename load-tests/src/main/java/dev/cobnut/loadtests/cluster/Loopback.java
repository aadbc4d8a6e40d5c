package dev.cobnut.loadtests.cluster;

import dev.cobnut.lab.service.FreePort;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// All members at 127.0.0.1, each with ports of its own. No member can be cut off.
final class Loopback implements ClusterNetwork {

    private static final String ADDRESS = "127.0.0.1";

    private final List<Integer> ports = new ArrayList<>();

    Loopback(int members) throws IOException {
        for (int port = 0; port < 2 * members; port++) {
            ports.add(FreePort.next());
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
