package dev.cobnut.web.security;

import dev.cobnut.web.answer.ProblemWriter;
import dev.cobnut.web.problem.Problem;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import dev.cobnut.web.request.Identity;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.PathContainer;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ServletRequestPathUtils;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/// Lets a request in when its caller is known, is not over its limit, and has the scope that the
/// operation needs. Everything needs one, except for the open paths: a new operation is closed
/// until somebody opens it.
///
/// A path has two readings: Spring's, which decodes each part of it, and Tomcat's, which also
/// resolves `..`. A path is open when it is open by both, and belongs to the actuator when it does
/// by one of them. So no spelling of a path opens what is closed.
final class AccessFilter extends OncePerRequestFilter {

    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");
    private static final List<String> FIGURES = List.of("/metrics", "/prometheus", "/info");
    private static final String SCHEME = "Bearer ";
    private static final PathContainer.Options DECODED = PathContainer.Options.create('/', false);

    private final @Nullable Credentials credentials;
    private final @Nullable RateLimits limits;
    private final AccessRules rules;
    private final boolean ownPort;
    private final List<PathPattern> open;
    private final List<PathPattern> figures;
    private final PathPattern endpoints;

    /// @param credentials null when nothing asks for them
    /// @param limits null when there are none
    /// @param actuator base path of the actuator
    /// @param ownPort true when everything on this port belongs to the actuator
    AccessFilter(
            @Nullable Credentials credentials,
            @Nullable RateLimits limits,
            AccessRules rules,
            String actuator,
            boolean ownPort) {
        this.credentials = credentials;
        this.limits = limits;
        this.rules = rules;
        this.ownPort = ownPort;
        this.open =
                patterns(
                        Stream.concat(
                                Stream.of(actuator + "/health/**", "/livez", "/readyz"),
                                ownPort ? Stream.of() : rules.open().stream()));
        this.figures = patterns(FIGURES.stream().map(path -> actuator + path + "/**"));
        this.endpoints = pattern(actuator + "/**");
    }

    private static List<PathPattern> patterns(Stream<String> texts) {
        return texts.map(AccessFilter::pattern).toList();
    }

    private static PathPattern pattern(String text) {
        return PathPatternParser.defaultInstance.parse(text);
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            admit(request, response);
        } catch (ProblemException e) {
            ProblemWriter.write(e.problem(), request, response);
            return;
        }
        chain.doFilter(request, response);
    }

    private void admit(HttpServletRequest request, HttpServletResponse response) {
        PathContainer path = ServletRequestPathUtils.parse(request).pathWithinApplication();
        boolean reads = READS.contains(request.getMethod());
        if (reads && matches(open, path) && matches(open, decoded(request))) {
            return;
        }
        boolean operates = ownPort || isActuator(request, path);
        if (credentials == null) {
            if (!operates) {
                count(RemoteAddress.of(request), response);
            }
            return;
        }
        Identity identity = identified(credentials, request, response);
        if (!operates) {
            count(identity.id(), response);
        }
        requireScope(identity, operates, reads, path);
        if (!operates
                && identity.customer() == null
                && credentials.needsCustomer()
                && !identity.scopes().contains(rules.admin())) {
            throw new ProblemException(
                    Problem.of(
                            ProblemType.FORBIDDEN,
                            "The token names no customer, and only the scope %s acts for all."
                                    .formatted(rules.admin())));
        }
        identity.attachTo(request);
    }

    /// Attempts that fail count for the address that they come from, also at the actuator.
    private Identity identified(
            Credentials asked, HttpServletRequest request, HttpServletResponse response) {
        try {
            return asked.identify(token(request));
        } catch (ProblemException e) {
            count(RemoteAddress.of(request), response);
            throw e;
        }
    }

    private void requireScope(
            Identity identity, boolean operates, boolean reads, PathContainer path) {
        String needed = operates ? rules.admin() : reads ? rules.read() : rules.write();
        boolean readsFigures = operates && reads && matches(figures, path);
        if (!identity.scopes().contains(needed)
                && !(readsFigures && identity.scopes().contains(rules.metrics()))) {
            throw Challenge.scope(readsFigures ? rules.metrics() : needed);
        }
    }

    private void count(String caller, HttpServletResponse response) {
        if (limits != null) {
            limits.take(caller, response);
        }
    }

    private static String token(HttpServletRequest request) {
        Enumeration<String> headers = request.getHeaders("Authorization");
        if (!headers.hasMoreElements()) {
            throw Challenge.missing();
        }
        String value = headers.nextElement();
        if (headers.hasMoreElements()) {
            throw ProblemException.of(
                    ProblemType.MALFORMED_HEADER, "Authorization must be given once.");
        }
        if (!value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw Challenge.missing();
        }
        return value.substring(SCHEME.length()).strip();
    }

    private boolean isActuator(HttpServletRequest request, PathContainer path) {
        return endpoints.matches(path) || endpoints.matches(decoded(request));
    }

    private static PathContainer decoded(HttpServletRequest request) {
        return PathContainer.parsePath(request.getServletPath(), DECODED);
    }

    private static boolean matches(List<PathPattern> patterns, PathContainer path) {
        for (PathPattern pattern : patterns) {
            if (pattern.matches(path)) {
                return true;
            }
        }
        return false;
    }
}
