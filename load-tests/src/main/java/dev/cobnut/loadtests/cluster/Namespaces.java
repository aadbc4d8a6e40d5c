package dev.cobnut.loadtests.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Each member in a network namespace of its own, with two links: one to this machine (clients,
/// database), and one to the other members only. Taking the second link down cuts a member off.
/// Packets stop without notice, as when a switch fails.
///
/// ```text
/// this machine 10.213.71.1 ── clients, database
///        │
///   namespace cbn<pid>h   bridge "access"      bridge "members"
///        │                 │     │     │        │     │     │
///   member 0, 1, 2        .71.10 .11   .12    .72.10 .11   .12      the second is taken down
/// ```
///
/// The bridges are also in a namespace, where the firewall rules of this machine, for example
/// Docker's, do not apply.
final class Namespaces implements ClusterNetwork {

    private static final String ACCESS = "10.213.71.";
    private static final String CLUSTER = "10.213.72.";
    private static final String ACCESS_BRIDGE = "access";
    private static final String MEMBERS_BRIDGE = "members";
    private static final int FIRST = 10;
    private static final int HTTP_PORT = 8080;
    private static final int CLUSTER_PORT = 5701;

    private final int members;
    private final String name = "cbn" + ProcessHandle.current().pid();
    private final Thread atExit = new Thread(this::remove, "remove-namespaces");

    private Namespaces(int members) {
        this.members = members;
    }

    /// The reason why namespaces cannot be made on this machine; empty when they can.
    static Optional<String> reasonAgainst() {
        if (!Programs.isRoot()) {
            return Optional.of("network namespaces need root");
        }
        boolean ip =
                Stream.of("/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip")
                        .anyMatch(path -> Files.isExecutable(Path.of(path)));
        return ip
                ? Optional.empty()
                : Optional.of("the program ip is not installed (apt-get install iproute2)");
    }

    static Namespaces open(int members) throws IOException, InterruptedException {
        Namespaces namespaces = new Namespaces(members);
        Runtime.getRuntime().addShutdownHook(namespaces.atExit);
        try {
            namespaces.make();
            return namespaces;
        } catch (IOException | InterruptedException e) {
            namespaces.close();
            throw e;
        }
    }

    private void make() throws IOException, InterruptedException {
        createNamespace(hub());
        bridge(ACCESS_BRIDGE);
        bridge(MEMBERS_BRIDGE);
        Programs.run(
                "ip", "link", "add", "name", door(), "type", "veth", "peer", "name", "door",
                "netns", hub());
        Programs.run("ip", "address", "add", ACCESS + "1/24", "dev", door());
        Programs.run("ip", "link", "set", "dev", door(), "up");
        plug("door", ACCESS_BRIDGE);
        for (int member = 0; member < members; member++) {
            createNamespace(namespace(member));
            link(member, "access" + member, "etha", ACCESS_BRIDGE, ACCESS);
            link(member, membersLink(member), "ethc", MEMBERS_BRIDGE, CLUSTER);
        }
    }

    private static void createNamespace(String name) throws IOException, InterruptedException {
        Programs.run("ip", "netns", "add", name);
        Programs.run("ip", "-n", name, "link", "set", "dev", "lo", "up");
    }

    private void bridge(String bridge) throws IOException, InterruptedException {
        Programs.run("ip", "-n", hub(), "link", "add", "name", bridge, "type", "bridge");
        Programs.run("ip", "-n", hub(), "link", "set", "dev", bridge, "up");
    }

    private void plug(String link, String bridge) throws IOException, InterruptedException {
        Programs.run("ip", "-n", hub(), "link", "set", "dev", link, "master", bridge);
        Programs.run("ip", "-n", hub(), "link", "set", "dev", link, "up");
    }

    private void link(int member, String here, String there, String bridge, String network)
            throws IOException, InterruptedException {
        String inside = namespace(member);
        Programs.run(
                "ip", "link", "add", "name", here, "netns", hub(), "type", "veth", "peer", "name",
                there, "netns", inside);
        plug(here, bridge);
        String address = network + (FIRST + member) + "/24";
        Programs.run("ip", "-n", inside, "address", "add", address, "dev", there);
        Programs.run("ip", "-n", inside, "link", "set", "dev", there, "up");
    }

    private String hub() {
        return name + "h";
    }

    private String door() {
        return name + "d";
    }

    private String namespace(int member) {
        return name + "m" + member;
    }

    private static String membersLink(int member) {
        return "members" + member;
    }

    @Override
    public List<String> prefix(int member) {
        return List.of("ip", "netns", "exec", namespace(member));
    }

    @Override
    public String accessAddress(int member) {
        return ACCESS + (FIRST + member);
    }

    @Override
    public String clusterAddress(int member) {
        return CLUSTER + (FIRST + member);
    }

    @Override
    public int clusterPort(int member) {
        return CLUSTER_PORT;
    }

    @Override
    public int httpPort(int member) {
        return HTTP_PORT;
    }

    @Override
    public String databaseAddress() {
        return ACCESS + "1";
    }

    @Override
    public boolean canCut() {
        return true;
    }

    @Override
    public void cut(int member) throws IOException, InterruptedException {
        Programs.run("ip", "-n", hub(), "link", "set", "dev", membersLink(member), "down");
    }

    @Override
    public void heal(int member) throws IOException, InterruptedException {
        Programs.run("ip", "-n", hub(), "link", "set", "dev", membersLink(member), "up");
    }

    @Override
    public void close() throws IOException {
        remove();
        Runtime.getRuntime().removeShutdownHook(atExit);
    }

    private void remove() {
        for (int member = 0; member < members; member++) {
            attempt("ip", "netns", "delete", namespace(member)); // this also deletes its links
        }
        attempt("ip", "netns", "delete", hub());
        attempt("ip", "link", "delete", door());
    }

    private static void attempt(String... words) {
        try {
            Programs.run(words);
        } catch (IOException e) {
            System.getLogger(Namespaces.class.getName())
                    .log(System.Logger.Level.DEBUG, "Nothing to remove: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
