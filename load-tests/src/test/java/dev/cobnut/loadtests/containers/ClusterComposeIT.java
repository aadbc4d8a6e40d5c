package dev.cobnut.loadtests.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.tools.TestRounds;
import dev.cobnut.lab.service.FreePort;
import dev.cobnut.lab.service.Readiness;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.loadtests.Needs;
import dev.cobnut.loadtests.Shell;
import dev.cobnut.loadtests.orders.Answer;
import dev.cobnut.loadtests.orders.CommandKind;
import dev.cobnut.loadtests.orders.CommandRequest;
import dev.cobnut.loadtests.orders.OrderBodies;
import dev.cobnut.loadtests.orders.OrdersClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Tests `./cobnut up cluster`: three members in containers over a PostgreSQL in a container,
/// behind a load balancer. It checks the answers to clients and the metrics in Prometheus when
/// members and the database fail. All checks share one start. `ClusterIT` tests losses under many
/// faults.
///
/// It writes its measurements to `target/containers-cluster.json`.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterComposeIT {

    /// The longest that a client with one retry may wait while a member is killed. The cluster
    /// notices within 15 s on a machine of its own; this one may be four times slower.
    private static final long WAIT_MS_MAX = 60_000;

    private static final Duration SOON = Duration.ofMinutes(4);

    /// Their actuators.
    private static final List<URI> NODES = new ArrayList<>();

    private static final List<OrdersClient> CLIENTS = new ArrayList<>();
    private static final ContainerMeasurements MEASURED =
            new ContainerMeasurements("containers-cluster.json");

    @TempDir static Path folder;

    private static Stack stack;
    private static Prometheus prometheus;

    @BeforeAll
    static void start() throws Exception {
        Stack.needsServiceImage();
        Needs.image("postgres:17");
        Stack.needsPrometheus();
        Stack.needsBalancer();
        stack = Stack.of("cluster", folder.resolve("cluster.yml"));
        stack.withBalancer();
        Path rules = PlantedNode.hurriedPrometheus(folder);
        StringBuilder override = new StringBuilder("services:\n");
        for (int node = 1; node <= 3; node++) {
            int port = FreePort.next();
            int management = FreePort.next();
            // The third one finds the others by one name that has an address for each of them.
            String environment =
                    node == 3 ? "environment: {COBNUT_CLUSTER_ADDRESSES: cobnut-members}, " : "";
            override.append(
                    "  cobnut-%d: {%sports: [\"127.0.0.1:%d:8080\", \"127.0.0.1:%d:8081\"]}\n"
                            .formatted(node, environment, port, management));
            NODES.add(URI.create("http://127.0.0.1:" + management));
            CLIENTS.add(new OrdersClient(URI.create("http://127.0.0.1:" + port)));
        }
        override.append(
                "  prometheus:\n    volumes: !override [\"%s:/etc/prometheus:ro\", \"metrics:/prometheus\"]\n"
                        .formatted(rules));
        Files.writeString(folder.resolve("cluster.yml"), override);
        prometheus = new Prometheus(stack.prometheus());
    }

    @AfterAll
    static void stop() throws Exception {
        CLIENTS.forEach(OrdersClient::close);
        if (prometheus != null) {
            prometheus.close();
        }
        if (stack != null) {
            MEASURED.write();
            stack.close();
        }
    }

    @Test
    @Order(1)
    void oneCommandStartsAClusterAndPlacesAnOrderThroughTheBalancer() throws Exception {
        Shell.Ended up = up("--first-order");

        assertThat(up.output()).contains(stack.balancer() + "/orders").contains("first order ");
        MEASURED.put("upOutput", up.output().lines().toList());
        MEASURED.put("upSteps", up.error().lines().toList());
        stack.compose(Stack.START_MAX, "up", "-d", "--no-deps", "--wait", "prometheus");
    }

    @Test
    @Order(2)
    void theCommandAgainChangesNothingAndANodeBesideTheClusterIsRefused() throws Exception {
        theClusterIsWhole();
        String before = stack.compose(Stack.COMMAND_MAX, "ps", "-q");

        up();
        Shell.Ended node = stack.shell().run(Stack.START_MAX, "./cobnut", "up");

        assertThat(node.code()).isEqualTo(1);
        assertThat(node.error()).startsWith("cobnut: cobnut-1 runs already").contains("down");
        assertThat(stack.compose(Stack.COMMAND_MAX, "ps", "-q")).isEqualTo(before);
    }

    @Test
    @Order(3)
    void whatOneMemberTookAllMembersKnowAndOneKeyIsOneOrder() throws Exception {
        theClusterIsWhole();
        String key = "key-" + UUID.randomUUID();
        Answer placed = place(0, key, "known");
        assertThat(placed.status()).as(placed.body()).isEqualTo(201);
        String orderId = orderId(placed);

        assertThat(orderId(place(2, key, "known"))).isEqualTo(orderId);

        for (OrdersClient client : CLIENTS) {
            await().atMost(SOON)
                    .untilAsserted(() -> {
                        assertThat(client.order(orderId)).isPresent();
                        assertThat(client.ordersOf("known")).hasSize(1);
                    });
        }
    }

    @Test
    @Order(4)
    void aLoadSessionGoesThroughTheBalancerAndCountsAllNodes() throws Exception {
        theClusterIsWhole();
        Shell.Ended load =
                stack.shell()
                        .run(
                                Stack.START_MAX,
                                "./cobnut",
                                "load",
                                "--compose",
                                "--rate=40",
                                "--duration=10s",
                                "--warm-up=3s");

        assertThat(load.code()).as(load.both()).isZero();
        String results =
                load.output()
                        .lines()
                        .filter(line -> line.startsWith("results: "))
                        .findFirst()
                        .orElseThrow()
                        .substring("results: ".length());
        JsonNode part =
                JsonMapper.shared()
                        .readTree(
                                Files.readString(
                                        ServiceCommand.home()
                                                .resolve(results)
                                                .resolve("result.json")))
                        .path("parts")
                        .get(0);
        assertThat(part.path("load").path("errors").properties()).isEmpty();
        int answers = part.path("answersBetweenReadings").asInt();
        assertThat(answers).isPositive();
        assertThat(part.path("service").path("requests").asInt())
                .as("those of all three nodes: two have a third less")
                .isCloseTo(answers, withinPercentage(25));
    }

    @Test
    @Order(5)
    void aMemberThatIsKilledIsMissedAndClientsThatTryOnceMoreGoOn() throws Exception {
        theClusterIsWhole();
        // A slow machine fires this one without a fault.
        assertThat(prometheus.firingWhenScraped()).isSubsetOf("CobnutSlow");

        try (BalancedClients clients = new BalancedClients(stack.balancer())) {
            awaitMore(clients, 40);
            stack.docker("kill", stack.container("cobnut-3"));
            fires("CobnutMemberMissing");
            awaitMore(clients, 100);
            stack.docker("start", stack.container("cobnut-3"));
            awaitReady(2);
            awaitMembers(3);
            BalancedClients.Seen seen = clients.end();

            MEASURED.put("killedMember", seen.measured());
            assertThat(seen.failures()).isEmpty();
            assertThat(seen.longestWaitMs()).isLessThanOrEqualTo(WAIT_MS_MAX);
            assertFoundEverywhere(seen.orders());
        }
    }

    @Test
    @Order(6)
    void membersAreReplacedOneAfterTheOtherAndClientsThatTryOnceMoreNoticeNothing()
            throws Exception {
        theClusterIsWhole();
        try (BalancedClients clients = new BalancedClients(stack.balancer())) {
            awaitMore(clients, 20);
            List<String> before = members();
            Shell.Ended up =
                    stack.shell()
                            .with("COBNUT_JAVA_OPTS", "-Dcobnut.views.entries-max=9999")
                            .run(Stack.START_MAX, "./cobnut", "up", "cluster");
            BalancedClients.Seen seen = clients.end();

            assertThat(up.code()).as(up.both()).isZero();
            assertThat(members()).hasSize(3).doesNotContainAnyElementsOf(before);
            MEASURED.put("replacedSteps", up.error().lines().toList());
            MEASURED.put("replacedMembers", seen.measured());
            assertThat(seen.failures()).isEmpty();
            assertFoundEverywhere(seen.orders());
        }
    }

    @Test
    @Order(7)
    void withoutTheDatabaseCommandsAreRefusedAndNothingNeedsARestart() throws Exception {
        theClusterIsWhole();
        String postgres = stack.container("postgres");
        String orderId = orderId(place(1, "key-" + UUID.randomUUID(), "kept"));
        stack.docker("kill", postgres);

        // Those that were being committed wait for their deadline, which is also the client's.
        await().atMost(SOON)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> place(0, "key-" + UUID.randomUUID(), "away").status() == 503);
        fires("CobnutJournalClosed");
        assertThat(new Readiness(NODES.getFirst()).isReady()).isFalse();
        assertThat(
                        stack.docker(
                                "exec",
                                stack.container("cobnut-1"),
                                "bash",
                                "-c",
                                "/opt/cobnut/healthy /livez && echo alive"))
                .contains("alive");

        stack.docker("start", postgres);
        await().atMost(SOON)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> place(0, "key-" + UUID.randomUUID(), "back").status() == 201);
        for (int node = 0; node < NODES.size(); node++) {
            OrdersClient client = CLIENTS.get(node);
            awaitReady(node);
            // Its connections for queries come back when it is asked.
            await().atMost(SOON)
                    .ignoreExceptionsInstanceOf(IOException.class)
                    .until(() -> client.order(orderId).isPresent());
        }
    }

    @Test
    @Order(8)
    void aMemberWithoutAMajorityRefusesCommandsAndTheCommandBringsBackWhatIsGone()
            throws Exception {
        theClusterIsWhole();
        stack.docker("kill", stack.container("cobnut-2"), stack.container("cobnut-3"));

        fires("CobnutNoMajority");
        await().atMost(SOON).until(() -> !new Readiness(NODES.getFirst()).isReady());
        assertThat(place(0, "key-" + UUID.randomUUID(), "minority").status()).isEqualTo(503);

        up();

        awaitMembers(3);
        awaitAllReady();
        assertThat(place(0, "key-" + UUID.randomUUID(), "whole").status()).isEqualTo(201);
    }

    /// The majority was gone for good after members had come back with each other's addresses. The
    /// third member recorded one of their connections for the other one.
    @Test
    @Order(9)
    void membersThatComeBackWithEachOthersAddressesAreFound() throws Exception {
        theClusterIsWhole();
        for (int round = 0; round < TestRounds.of(1, 3); round++) {
            String two = stack.container("cobnut-2");
            String three = stack.container("cobnut-3");
            String ofTwo = stack.addressOf(two);
            String ofThree = stack.addressOf(three);
            stack.docker("kill", two, three);
            // The first to start gets the lowest address that is free.
            boolean twoHadTheLower = ofTwo.compareTo(ofThree) < 0;
            stack.docker("start", twoHadTheLower ? three : two);
            stack.docker("start", twoHadTheLower ? two : three);

            assertThat(stack.addressOf(two)).isEqualTo(ofThree);
            assertThat(stack.addressOf(three)).isEqualTo(ofTwo);
            awaitAllReady();
            awaitMembers(3);
        }
        assertThat(place(1, "key-" + UUID.randomUUID(), "swapped").status()).isEqualTo(201);
    }

    @Test
    @Order(10)
    void itIsStoppedInOrderAndTheDataIsKeptAndItsPasswordIsMissed() throws Exception {
        theClusterIsWhole();
        long begin = System.nanoTime();
        Shell.Ended down = stack.shell().run(Stack.START_MAX, "./cobnut", "down");
        MEASURED.put("downSeconds", ContainerMeasurements.seconds(begin));

        assertThat(down.code()).as(down.both()).isZero();
        assertThat(down.output()).contains("kept ").contains(stack.project() + "_postgres");
        Path secret = ServiceCommand.home().resolve("docker/secrets/journal");
        Path aside = folder.resolve("journal");
        Files.move(secret, aside, StandardCopyOption.REPLACE_EXISTING);
        try {
            Shell.Ended up = stack.shell().run(Stack.START_MAX, "./cobnut", "up", "cluster");
            assertThat(up.code()).isEqualTo(1);
            assertThat(up.error())
                    .contains("docker/secrets/journal is gone")
                    .contains("./cobnut down --volumes");
        } finally {
            Files.move(aside, secret, StandardCopyOption.REPLACE_EXISTING);
        }
        assertThat(stack.shell().run(Stack.START_MAX, "./cobnut", "down", "--volumes").output())
                .doesNotContain("kept ");
        assertThat(stack.volumes()).isEmpty();
    }

    private static List<String> members() throws Exception {
        List<String> containers = new ArrayList<>();
        for (int node = 1; node <= NODES.size(); node++) {
            containers.add(stack.container("cobnut-" + node));
        }
        return containers;
    }

    private static Shell.Ended up(String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("./cobnut", "up", "cluster"));
        words.addAll(List.of(options));
        Shell.Ended up = stack.shell().run(Stack.START_MAX, words.toArray(String[]::new));
        assertThat(up.code()).as(up.both()).isZero();
        return up;
    }

    /// No test needs another one's success. A cluster that is whole is left alone, with whatever
    /// settings it has.
    private static void theClusterIsWhole() throws Exception {
        if (!everythingRuns()) {
            up();
            stack.compose(Stack.START_MAX, "up", "-d", "--no-deps", "--wait", "prometheus");
        }
        awaitMembers(3);
        awaitAllReady();
    }

    private static boolean everythingRuns() throws Exception {
        return stack.compose(Stack.COMMAND_MAX, "ps", "--services", "--status=running")
                .lines()
                .collect(Collectors.toSet())
                .containsAll(
                        Set.of(
                                "cobnut-1",
                                "cobnut-2",
                                "cobnut-3",
                                "postgres",
                                "balancer",
                                "prometheus"));
    }

    private static void fires(String alert) {
        await().atMost(SOON).untilAsserted(() -> assertThat(prometheus.firing()).contains(alert));
    }

    private static void awaitMembers(int members) {
        await().atMost(SOON)
                .until(() -> prometheus.values("cluster_members == " + members).size() == members);
    }

    private static void awaitReady(int node) {
        await().atMost(SOON).until(() -> new Readiness(NODES.get(node)).isReady());
    }

    /// Compose takes a member for healthy until a later probe finds it is not.
    private static void awaitAllReady() {
        for (int node = 0; node < NODES.size(); node++) {
            awaitReady(node);
        }
    }

    private static void awaitMore(BalancedClients clients, int orders) {
        int enough = clients.acknowledged() + orders;
        await().atMost(SOON).until(() -> clients.acknowledged() >= enough);
    }

    private static void assertFoundEverywhere(List<String> orders) throws Exception {
        for (int i = 0; i < orders.size(); i++) {
            assertThat(CLIENTS.get(i % CLIENTS.size()).order(orders.get(i)))
                    .as("order %s, acknowledged by the balancer", orders.get(i))
                    .isPresent();
        }
    }

    private static String orderId(Answer placed) {
        return placed.json().path("orderId").asString();
    }

    private static Answer place(int node, String key, String customer)
            throws IOException, InterruptedException {
        return CLIENTS.get(node)
                .send(
                        new CommandRequest(
                                CommandKind.PLACE,
                                key,
                                null,
                                null,
                                OrderBodies.placement(customer, "Jane")));
    }
}
