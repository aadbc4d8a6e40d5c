package dev.cobnut.orders.startup;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.ConfigurableWebServerFactory;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/// Finds out that the port is in use before the journal is opened and the member starts: Tomcat
/// binds it last, when all of them would have to be stopped again. Runs after [LoopbackGuard]; who
/// takes the port in between is still found by Tomcat.
@Component
@Order(Ordered.LOWEST_PRECEDENCE)
final class PortGuard implements WebServerFactoryCustomizer<ConfigurableWebServerFactory> {

    private static final Logger LOG = LoggerFactory.getLogger(PortGuard.class);
    private static final int DEFAULT_PORT = 8080;
    private static final int PORT_MAX = 65_535;
    private static final int BACKLOG = 1;

    private final ServerProperties server;

    PortGuard(ServerProperties server) {
        this.server = server;
    }

    @Override
    public void customize(ConfigurableWebServerFactory factory) {
        Integer configured = server.getPort();
        int port = configured == null ? DEFAULT_PORT : configured;
        if (port <= 0) {
            return;
        }
        if (port > PORT_MAX) {
            throw new StartRefusedException(
                    "server.port is " + port + "; set it to a port from 1 to " + PORT_MAX + ".");
        }
        try (ServerSocket probe = new ServerSocket()) {
            // As Tomcat does, so that connections of a service that was just stopped do not count.
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(server.getAddress(), port), BACKLOG);
        } catch (IOException e) {
            // Whatever else is wrong, such as an address of another machine, Tomcat meets and
            // reports.
            PortInUseException.throwIfPortBindingException(e, () -> port);
            LOG.debug("port {} could not be probed", port, e);
        }
    }
}
