package dev.cobnut.loadtests.cluster;

import dev.cobnut.lab.service.ServiceCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The members of a cluster over one database.
public final class Cluster implements AutoCloseable {

    private static final Duration READY_MAX = Duration.ofMinutes(5);

    private final List<Member> members;

    private Cluster(List<Member> members) {
        this.members = members;
    }

    /// Starts the members and waits until all are ready.
    ///
    /// @param command command line of the service
    /// @param database the settings of the journal
    /// @param folder for logs and data folders
    public static Cluster start(
            ServiceCommand command,
            ClusterNetwork place,
            int size,
            List<String> database,
            Path folder)
            throws IOException, InterruptedException {
        List<Member> members = new ArrayList<>();
        Cluster cluster = new Cluster(members);
        try {
            for (int number = 0; number < size; number++) {
                Path data = Files.createDirectories(folder.resolve("member-" + number));
                List<String> arguments = new ArrayList<>(database);
                arguments.addAll(settings(place, number, size));
                arguments.add("--cobnut.data=" + data.toAbsolutePath());
                members.add(
                        Member.start(
                                number,
                                command,
                                new Member.Around(place.prefix(number), arguments),
                                place.accessAddress(number),
                                place.httpPort(number),
                                data.resolve("service.log")));
            }
            cluster.awaitAllReady();
            return cluster;
        } catch (IOException | InterruptedException e) {
            cluster.close();
            throw e;
        }
    }

    private static List<String> settings(ClusterNetwork place, int number, int size) {
        List<String> settings = new ArrayList<>();
        settings.add("--server.address=" + place.accessAddress(number));
        settings.add("--server.port=" + place.httpPort(number));
        settings.add("--cobnut.http.allow-unauthenticated-remote=true");
        settings.add("--cobnut.hazelcast.bind-address=" + place.clusterAddress(number));
        settings.add("--cobnut.hazelcast.port=" + place.clusterPort(number));
        settings.add("--cobnut.cluster.members=" + size);
        if (size > 1) {
            settings.add(
                    "--cobnut.cluster.addresses="
                            + IntStream.range(0, size)
                                    .mapToObj(other ->
                                            place.clusterAddress(other)
                                                    + ":"
                                                    + place.clusterPort(other))
                                    .collect(Collectors.joining(",")));
        }
        return settings;
    }

    public List<Member> members() {
        return List.copyOf(members);
    }

    Member member(int number) {
        return members.get(number);
    }

    public void awaitAllReady() throws IOException, InterruptedException {
        for (Member member : members) {
            member.awaitReady(READY_MAX);
        }
    }

    /// User and system CPU time of all members so far.
    public Duration cpuTime() {
        return members.stream().map(Member::cpuTime).reduce(Duration.ZERO, Duration::plus);
    }

    /// Kills the remaining members.
    @Override
    public void close() throws IOException {
        try {
            for (Member member : members) {
                member.kill9();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
