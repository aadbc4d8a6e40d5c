package dev.cobnut.loadtests.cluster;

import java.io.IOException;
import java.util.List;

/// The addresses of a cluster's members, and the network between them. Members are numbered from 0.
public interface ClusterNetwork extends AutoCloseable {

    /// All members at 127.0.0.1, each with ports of its own. They cannot be cut off.
    static ClusterNetwork loopback(int members) throws IOException {
        return new Loopback(members);
    }

    /// Words before the command that starts a member.
    List<String> prefix(int member);

    /// Address at which a member answers requests and from which it connects to the database.
    String accessAddress(int member);

    /// Address for the other members.
    String clusterAddress(int member);

    /// Port for the traffic between members.
    int clusterPort(int member);

    /// Port for HTTP.
    int httpPort(int member);

    /// Listen address of the database.
    String databaseAddress();

    /// True when members can be cut off in this network.
    boolean canCut();

    /// Cuts a member off from the others. The database and the clients still reach it.
    void cut(int member) throws IOException, InterruptedException;

    /// Connects the member to the others again.
    void heal(int member) throws IOException, InterruptedException;

    @Override
    void close() throws IOException;
}
