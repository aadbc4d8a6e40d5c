package dev.cobnut.web.server;

import dev.cobnut.web.HttpSettings;
import org.apache.catalina.core.StandardHost;
import org.apache.coyote.ContinueResponseTiming;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/// Sets up Tomcat: deadlines, problems in the place of its pages, and what becomes of a body that
/// nobody read.
final class HttpServer implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

    /// The empty line at the end of a body in chunks. No trailer fits.
    private static final int END_BYTES = 2;

    private final HttpSettings settings;

    HttpServer(HttpSettings settings) {
        this.settings = settings;
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        factory.setProtocol(DeadlineProtocol.class.getName());
        factory.addConnectorCustomizers(connector -> {
            // RequestGuard has it routed; the connector would answer before it knows the path.
            connector.setAllowTrace(true);
            if (connector.getProtocolHandler() instanceof DeadlineProtocol protocol) {
                protocol.headTimeMax(settings.headTimeMax());
                // Tomcat reads both within one read of the body, with a time-out for each byte.
                protocol.setMaxExtensionSize(0);
                protocol.setMaxTrailerSize(END_BYTES);
                // When the headers decide against a request, its body is not asked for.
                protocol.setContinueResponseTiming(
                        ContinueResponseTiming.ON_REQUEST_BODY_READ.toString());
            }
        });
        factory.addEngineValves(new CorrelationValve(), new UnreadBodyValve());
        factory.addContextCustomizers(context -> {
            if (context.getParent() instanceof StandardHost host) {
                host.setErrorReportValveClass(ProblemReportValve.class.getName());
            }
        });
    }
}
