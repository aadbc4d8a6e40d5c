package dev.cobnut.orders.startup;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// The addresses that the service may listen on.
///
/// @param allowUnauthenticatedRemote true to listen beyond loopback. The service asks for no
///   credentials, so something else must protect it, such as a container's private network
@ConfigurationProperties("cobnut.http")
record ExposureSettings(@DefaultValue("false") boolean allowUnauthenticatedRemote) {}
