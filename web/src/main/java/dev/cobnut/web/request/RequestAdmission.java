package dev.cobnut.web.request;

import dev.cobnut.web.HttpSettings;
import dev.cobnut.web.problem.Problem;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/// Limits the requests in the service. A request beyond the limit gets a 503 with `Retry-After`.
///
/// Clients that send at a fixed rate do not slow down when the service does. Without a limit, their
/// requests pile up while the service is cold or waits for its disk. Each request then makes the
/// others slower, until all of them miss the clients' deadlines. With a limit, admitted requests
/// are answered in time, and the others learn at once that nothing was done.
///
/// A request that a client must complete takes no room while it waits for the client:
///
/// ```text
/// routing   404, 405, 406
/// headers   406, 413, 415      before `100 Continue` and before any byte of the body is read
/// body      408, 413           into one array, within a time
/// room      503
/// handler
/// ```
///
/// The actuator's handlers do not come here: an overloaded service can still be observed.
public final class RequestAdmission implements HandlerInterceptor {

    /// Seconds.
    private static final int RETRY_AFTER = 1;

    private static final Set<String> WRITES = Set.of("POST", "PUT", "PATCH", "DELETE");
    private static final String ADMITTED = RequestAdmission.class.getName() + ".admitted";

    private final Semaphore room;
    private final int inFlightMax;
    private final int bodyBytesMax;
    private final Duration bodyTimeMax;
    private final Counter refused;
    private final List<String> packages;
    private final ClassValue<Boolean> ours = new Ours();

    /// @param packages of the application: all handlers below them are limited
    RequestAdmission(HttpSettings settings, List<String> packages, MeterRegistry registry) {
        this.packages = List.copyOf(packages);
        this.inFlightMax = settings.inFlightMax();
        this.room = new Semaphore(inFlightMax);
        this.bodyBytesMax = Math.toIntExact(settings.bodyMax().toBytes());
        this.bodyTimeMax = settings.bodyTimeMax();
        this.refused = refused(registry);
        Gauge.builder("http.in.flight", this, RequestAdmission::inFlight)
                .description("Requests in the service")
                .register(registry);
    }

    /// The counter of requests that were refused for want of room or memory.
    static Counter refused(MeterRegistry registry) {
        return Counter.builder("http.refused")
                .description("Requests that were refused because the service was full")
                .register(registry);
    }

    private int inFlight() {
        return inFlightMax - room.availablePermits();
    }

    @Override
    public boolean preHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (request.getDispatcherType() != DispatcherType.REQUEST) {
            return true;
        }
        if (handler instanceof HandlerMethod method && isOurs(method)) {
            if (MediaTypes.mayExcludeJson(request) && !namesItsAnswers(method)) {
                MediaTypes.requireAcceptable(request);
            }
            if (WRITES.contains(request.getMethod())) {
                if (MediaTypes.hasJsonBody(request) || !namesItsBodies(method)) {
                    MediaTypes.requireJsonBody(request);
                } else {
                    MediaTypes.requireUnencodedBody(request);
                }
                Bodies.receive(request, bodyBytesMax, bodyTimeMax);
            }
        }
        if (!room.tryAcquire()) {
            refused.increment();
            throw new ProblemException(
                    Problem.of(
                                    ProblemType.UNAVAILABLE,
                                    "The service is full: it answers %d requests at the moment."
                                            .formatted(inFlightMax))
                            .withHeader("Retry-After", Integer.toString(RETRY_AFTER)));
        }
        request.setAttribute(ADMITTED, this);
        return true;
    }

    /// Gives back the room of a request whose answer goes on for long and has a limit of its own.
    public static void leave(HttpServletRequest request) {
        if (request.getAttribute(ADMITTED) instanceof RequestAdmission admission) {
            request.removeAttribute(ADMITTED);
            admission.room.release();
        }
    }

    /// True for the JSON handlers of the application and of this module. Those of libraries, for
    /// example of the documentation, are left alone.
    private boolean isOurs(HandlerMethod method) {
        return ours.get(method.getBeanType());
    }

    /// True for a handler with `consumes`. Spring has compared it with the request's media type.
    private static boolean namesItsBodies(HandlerMethod handler) {
        RequestMapping mapping =
                AnnotatedElementUtils.findMergedAnnotation(
                        handler.getMethod(), RequestMapping.class);
        return mapping != null && mapping.consumes().length > 0;
    }

    /// True for a handler with `produces` of its own. Spring has compared it with `Accept`.
    private static boolean namesItsAnswers(HandlerMethod handler) {
        RequestMapping mapping =
                AnnotatedElementUtils.findMergedAnnotation(
                        handler.getMethod(), RequestMapping.class);
        return mapping != null && mapping.produces().length > 0;
    }

    private final class Ours extends ClassValue<Boolean> {

        @Override
        protected Boolean computeValue(Class<?> handler) {
            String name = handler.getName();
            return packages.stream().anyMatch(start -> name.startsWith(start + "."))
                    && AnnotatedElementUtils.hasAnnotation(handler, ResponseBody.class);
        }
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request,
            HttpServletResponse response,
            Object handler,
            @Nullable Exception failure) {
        if (request.getAttribute(ADMITTED) == this) {
            leave(request);
        }
    }
}
