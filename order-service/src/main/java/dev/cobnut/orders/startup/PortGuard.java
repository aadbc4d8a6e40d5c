package dev.cobnut.orders.startup;

import dev.cobnut.framework.autoconfigure.settings.SettingsException;
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

/// Checks that the port is free before the journal is opened and the member starts. Tomcat binds
/// the port last, when all of this would have to be stopped again. The check runs after the check
/// of the address. If another process takes the port later, Tomcat reports it.
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
            throw new SettingsException(
                    "server.port is " + port + "; set it to a port from 1 to " + PORT_MAX + ".");
        }
        try (ServerSocket probe = new ServerSocket()) {
            // As Tomcat does: connections of a service that was just stopped do not block the port.
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(server.getAddress(), port), BACKLOG);
        } catch (IOException e) {
            // Tomcat meets and reports every other failure, such as an address of another machine.
            PortInUseException.throwIfPortBindingException(e, () -> port);
            LOG.debug("Port {} could not be checked.", port, e);
        }
    }
}
