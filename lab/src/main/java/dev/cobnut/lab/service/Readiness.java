package dev.cobnut.lab.service;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;

/// Checks that a service accepts requests: its readiness endpoint answers 200.
public final class Readiness {

    private static final int TIMEOUT_MS = 2_000;

    private final URI probe;

    /// The readiness endpoint of Spring Boot's actuator.
    static final String ACTUATOR_PATH = "/actuator/health/readiness";

    /// A service with Spring Boot's actuator.
    public Readiness(URI service) {
        this(service, ACTUATOR_PATH);
    }

    Readiness(URI service, String path) {
        this.probe = service.resolve(path);
    }

    /// True when the endpoint answers 200. Every failure counts as "not ready", including a refused
    /// connection.
    public boolean isReady() {
        try {
            HttpURLConnection connection = (HttpURLConnection) probe.toURL().openConnection();
            connection.setConnectTimeout(TIMEOUT_MS);
            connection.setReadTimeout(TIMEOUT_MS);
            try {
                return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
            } finally {
                connection.disconnect();
            }
        } catch (IOException _) {
            return false;
        }
    }
}
