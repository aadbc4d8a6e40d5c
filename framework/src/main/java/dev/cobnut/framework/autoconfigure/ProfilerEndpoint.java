package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.profiling.Profiler;
import dev.cobnut.framework.profiling.Sampling;
import dev.cobnut.framework.profiling.Sampling.CpuEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.io.FileSystemResource;
import org.springframework.util.unit.DataSize;

/// The actuator endpoint of the profiler.
///
/// ```text
/// GET  /actuator/profiler                 the running recording, and the facts of the last one
/// POST /actuator/profiler/start           {"cpu":"5ms","alloc":"512KB","wall":"50ms","lock":"1ms","engine":"cpu"|"ctimer"}
/// POST /actuator/profiler/stop            the facts of the recording, with its name
/// GET  /actuator/profiler/{recording}     the file of a recording that has ended
/// ```
///
/// The body of a 400 or a 409 is `{"sentence": "…"}`: the error in the request, or the reason why
/// it cannot be done now.
@Endpoint(id = "profiler")
final class ProfilerEndpoint {

    private static final String RECORDING = "application/octet-stream";

    private final Profiler profiler;

    ProfilerEndpoint(Profiler profiler) {
        this.profiler = profiler;
    }

    @ReadOperation
    public Profiler.Status status() {
        return profiler.status();
    }

    @ReadOperation(produces = RECORDING)
    public WebEndpointResponse<FileSystemResource> recording(@Selector String name) {
        Optional<Path> file = profiler.find(name);
        return file.isPresent()
                ? new WebEndpointResponse<>(new FileSystemResource(file.get()))
                : new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }

    /// Starts or stops a recording. The parameters are for `start`, and each is optional.
    @WriteOperation
    public WebEndpointResponse<Object> operate(
            @Selector String name,
            @Nullable String cpu,
            @Nullable String alloc,
            @Nullable String wall,
            @Nullable String lock,
            @Nullable String engine) {
        return switch (name) {
            case "start" -> start(cpu, alloc, wall, lock, engine);
            case "stop" -> stop();
            default ->
                    refused(
                            WebEndpointResponse.STATUS_NOT_FOUND,
                            "The operations of the profiler are start and stop, not '"
                                    + name
                                    + "'.");
        };
    }

    private WebEndpointResponse<Object> start(
            @Nullable String cpu,
            @Nullable String alloc,
            @Nullable String wall,
            @Nullable String lock,
            @Nullable String engine) {
        Sampling sampling;
        try {
            sampling =
                    new Sampling(
                            engine(engine),
                            interval("cpu", cpu),
                            bytes(alloc),
                            interval("wall", wall),
                            interval("lock", lock));
        } catch (IllegalArgumentException e) {
            return refused(WebEndpointResponse.STATUS_BAD_REQUEST, String.valueOf(e.getMessage()));
        }
        return switch (profiler.start(sampling)) {
            case Profiler.Start.Begun(var status) -> new WebEndpointResponse<>(status);
            case Profiler.Start.Refused(String sentence) -> refused(CONFLICT, sentence);
        };
    }

    private WebEndpointResponse<Object> stop() {
        return switch (profiler.stop()) {
            case Profiler.Stop.Ended(var facts) -> new WebEndpointResponse<>(facts);
            case Profiler.Stop.Refused(String sentence) -> refused(CONFLICT, sentence);
        };
    }

    private static final int CONFLICT = 409;

    private static WebEndpointResponse<Object> refused(int status, String sentence) {
        return new WebEndpointResponse<>(new Refused(sentence), status);
    }

    private static CpuEngine engine(@Nullable String text) {
        for (CpuEngine engine : CpuEngine.values()) {
            if (text == null || engine.id().equals(text)) {
                return engine;
            }
        }
        throw new IllegalArgumentException("The engine is cpu or ctimer, not '" + text + "'.");
    }

    private static @Nullable Duration interval(String name, @Nullable String text) {
        try {
            return text == null ? null : DurationStyle.SIMPLE.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "The interval of %s is a time such as 5ms or 500us, not '%s'."
                            .formatted(name, text),
                    e);
        }
    }

    private static @Nullable Long bytes(@Nullable String text) {
        try {
            return text == null
                    ? null
                    : (Long) DataSize.parse(text.toUpperCase(Locale.ROOT)).toBytes();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "The interval of alloc is a size such as 512KB, not '%s'.".formatted(text), e);
        }
    }

    /// @param sentence the reason of the refusal
    public record Refused(String sentence) {}
}
