package dev.cobnut.framework.postgres;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.testcontainers.containers.GenericContainer;

/// Where a published port of a container can be reached.
///
/// Testcontainers takes the engine's gateway for the host when this process runs in a container.
/// With an engine beside the process the ports are on loopback instead, so loopback is tried first.
public final class ContainerAddress {

    private static final int CONNECT_MS_MAX = 1_000;

    private ContainerAddress() {}

    /// @param port inside the container
    /// @return `host:port`
    public static String of(GenericContainer<?> container, int port) {
        int published = container.getMappedPort(port);
        String host = answers("127.0.0.1", published) ? "127.0.0.1" : container.getHost();
        return host + ":" + published;
    }

    private static boolean answers(String host, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), CONNECT_MS_MAX);
            return true;
        } catch (IOException e) {
            System.getLogger(ContainerAddress.class.getName())
                    .log(System.Logger.Level.DEBUG, "nobody listens at " + host + ":" + port, e);
            return false;
        }
    }
}
