package dev.cobnut.loadtests.knee;

import dev.cobnut.lab.load.CounterNames;
import dev.cobnut.lab.load.ServiceCounters;
import dev.cobnut.lab.service.Readiness;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.lab.service.ServiceUnavailableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The service under load: a running one, or a temporary one in a temporary folder.
public final class LoadTarget implements AutoCloseable {

    private static final Duration READY_MAX = Duration.ofMinutes(4);
    private static final int CONNECT_MAX_MS = 1_000;

    /// A single refused connection may be an overflowing queue. This many in a row, one second
    /// apart, mean that the service is gone.
    private static final int REFUSALS_MAX = 3;

    private final URI uri;
    private final List<URI> nodes;
    private final CounterNames names;
    private final @Nullable ServiceProcess own;
    private final @Nullable Path data;
    private int refusals;

    private LoadTarget(
            URI uri,
            List<URI> nodes,
            CounterNames names,
            @Nullable ServiceProcess own,
            @Nullable Path data) {
        this.uri = uri;
        this.nodes = nodes;
        this.names = names;
        this.own = own;
        this.data = data;
    }

    /// Starts a service. Closing the target removes the service and its data.
    ///
    /// @param log receives the service's output and is kept
    public static LoadTarget own(ServiceCommand command, CounterNames names, Path log)
            throws IOException, InterruptedException {
        Path data = Files.createTempDirectory("cobnut-load-");
        try {
            ServiceProcess service = ServiceProcess.start(command, data, log, READY_MAX);
            return new LoadTarget(service.uri(), List.of(), names, service, data);
        } catch (IOException | InterruptedException e) {
            remove(data);
            throw e;
        }
    }

    /// @param nodes the nodes behind the address, which have the counters
    /// @throws IllegalArgumentException when the address may not be loaded
    /// @throws ServiceUnavailableException when no service answers there
    public static LoadTarget running(
            URI uri, List<URI> nodes, CounterNames names, boolean remoteAllowed)
            throws IOException {
        if (!"http".equals(uri.getScheme()) || uri.getHost() == null) {
            throw new IllegalArgumentException(
                    "A target must be an address such as http://127.0.0.1:8080, not '%s'."
                            .formatted(uri));
        }
        if (!remoteAllowed && !isLoopback(uri.getHost())) {
            throw new IllegalArgumentException(
                    "%s is not this machine; add --allow-remote to put load on it.".formatted(uri));
        }
        for (URI node : nodes) {
            if (!new Readiness(node).isReady()) {
                throw new ServiceUnavailableException("No service answers at %s.".formatted(node));
            }
        }
        return new LoadTarget(uri, List.copyOf(nodes), names, null, null);
    }

    public URI uri() {
        return uri;
    }

    /// The process id of the service; empty for a service that was already running.
    public Optional<Long> pid() {
        return Optional.ofNullable(own).map(ServiceProcess::pid);
    }

    public ServiceCounters counters() throws IOException {
        if (own != null) {
            return ServiceCounters.read(own, names);
        }
        ServiceCounters all = ServiceCounters.read(nodes.getFirst(), names);
        for (URI node : nodes.subList(1, nodes.size())) {
            all = sum(all, ServiceCounters.read(node, names));
        }
        return all;
    }

    /// The counters of two nodes that share the work of one service. The undelivered events are
    /// shared, so they are taken once. The lag is that of the slower node, and the moment that of
    /// the later reading.
    static ServiceCounters sum(ServiceCounters a, ServiceCounters b) {
        Map<String, Long> answers = new TreeMap<>(a.answersByStatus());
        b.answersByStatus().forEach((status, count) -> answers.merge(status, count, Long::sum));
        Double lagA = a.viewLagP99Ms();
        Double lagB = b.viewLagP99Ms();
        return new ServiceCounters(
                a.at().isAfter(b.at()) ? a.at() : b.at(),
                a.requests() + b.requests(),
                answers,
                a.delivered() + b.delivered(),
                a.cpuSeconds() + b.cpuSeconds(),
                a.gcCount() + b.gcCount(),
                a.gcSeconds() + b.gcSeconds(),
                a.polls() + b.polls(),
                a.emptyPolls() + b.emptyPolls(),
                Math.max(a.pending(), b.pending()),
                lagA == null || (lagB != null && lagB > lagA) ? lagB : lagA,
                a.viewLag() == null || b.viewLag() == null ? null : a.viewLag().plus(b.viewLag()));
    }

    /// A sentence that says why the service is gone; empty while it answers. The caller asks once a
    /// second.
    public Optional<String> gone() {
        if (own != null) {
            return own.isAlive()
                    ? Optional.empty()
                    : Optional.of(
                            "The service ended during the load; its log is %s."
                                    .formatted(own.log()));
        }
        refusals = accepts() ? 0 : refusals + 1;
        return refusals < REFUSALS_MAX
                ? Optional.empty()
                : Optional.of(
                        "The service at %s stopped answering during the load.".formatted(uri));
    }

    @Override
    public void close() throws IOException {
        if (own != null) {
            own.close();
        }
        if (data != null) {
            remove(data);
        }
    }

    private boolean accepts() {
        int port = uri.getPort() < 0 ? 80 : uri.getPort();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(uri.getHost(), port), CONNECT_MAX_MS);
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("There is no host '%s'.".formatted(host), e);
        }
    }

    private static void remove(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
