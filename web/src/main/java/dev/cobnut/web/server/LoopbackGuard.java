package dev.cobnut.web.server;

import dev.cobnut.framework.autoconfigure.settings.SettingsException;
import dev.cobnut.web.HttpSettings;
import dev.cobnut.web.security.Access;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.ConfigurableWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.core.env.Environment;

/// Refuses to listen beyond loopback, unless callers are asked who they are or a setting allows it.
/// It checks before the server is created, so no port is open and nothing else has started.
final class LoopbackGuard implements WebServerFactoryCustomizer<ConfigurableWebServerFactory> {

    private final HttpSettings settings;
    private final Access access;
    private final ServerProperties server;
    private final Environment environment;

    LoopbackGuard(
            HttpSettings settings,
            Access access,
            ServerProperties server,
            Environment environment) {
        this.settings = settings;
        this.access = access;
        this.server = server;
        this.environment = environment;
    }

    @Override
    public void customize(ConfigurableWebServerFactory factory) {
        if (settings.allowUnauthenticatedRemote() || access.asksForCredentials()) {
            return;
        }
        requireLoopback("server.address", server.getAddress());
        Integer port = environment.getProperty("management.server.port", Integer.class);
        if (port != null && port >= 0 && !port.equals(server.getPort())) {
            String property = "management.server.address";
            requireLoopback(property, environment.getProperty(property, InetAddress.class));
        }
    }

    private static void requireLoopback(String property, @Nullable InetAddress address) {
        if (address == null || !address.isLoopbackAddress()) {
            throw new SettingsException(
                    "%s is %s, and without authentication the service listens on loopback only; set it to 127.0.0.1, set cobnut.security.mode, or set cobnut.http.allow-unauthenticated-remote=true where a private network protects it."
                            .formatted(
                                    property,
                                    address == null
                                            ? "not set (all interfaces)"
                                            : address.getHostAddress()));
        }
    }
}
