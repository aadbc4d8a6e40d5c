package dev.cobnut.loadtests.cluster;

import java.io.IOException;
import java.util.List;

/// Where the members of a cluster live, and the network between them. Members are numbered from 0.
public interface ClusterNetwork extends AutoCloseable {

    /// Members at 127.0.0.1, each with ports of its own, which cannot be cut off.
    static ClusterNetwork loopback(int members) {
        return new Loopback(members);
    }

    /// Words in front of the command that starts a member.
    List<String> prefix(int member);

    /// Address at which a member answers requests, and from which it reaches the database.
    String accessAddress(int member);

    /// Address at which the other members reach it.
    String clusterAddress(int member);

    /// Port for the members' requests to each other.
    int clusterPort(int member);

    /// Port for HTTP.
    int httpPort(int member);

    /// Address on which the database has to listen.
    String databaseAddress();

    /// Whether members can be cut off here.
    boolean canCut();

    /// Cuts a member off from the others. The database and the clients still reach it.
    void cut(int member) throws IOException, InterruptedException;

    /// Connects it again.
    void heal(int member) throws IOException, InterruptedException;

    @Override
    void close() throws IOException;
}
