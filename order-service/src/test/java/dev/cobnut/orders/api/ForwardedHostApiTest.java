package dev.cobnut.orders.api;

import org.springframework.test.context.TestPropertySource;

/// Tomcat applies the headers, those of a proxy on a private address only.
@TestPropertySource(properties = "server.forward-headers-strategy=native")
class ForwardedHostApiTest extends ForwardedHostContract {}
