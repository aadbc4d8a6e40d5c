package dev.cobnut.orders.startup;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Who may reach the service.
///
/// @param allowUnauthenticatedRemote whether it may listen beyond loopback although it asks nobody
///   for credentials; only where something else protects it, such as a container's private network
@ConfigurationProperties("cobnut.http")
record ExposureSettings(@DefaultValue("false") boolean allowUnauthenticatedRemote) {}
