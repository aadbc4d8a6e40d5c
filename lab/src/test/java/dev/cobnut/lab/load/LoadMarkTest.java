package dev.cobnut.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a load does where no Prometheus takes its mark. `LoadMarkIT` marks a real one.
class LoadMarkTest {

    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private int status = 200;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/api/v1/write",
                exchange -> {
                    bodies.add(
                            new String(
                                    exchange.getRequestBody().readAllBytes(),
                                    StandardCharsets.ISO_8859_1));
                    exchange.sendResponseHeaders(status, -1);
                    exchange.close();
                });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aLoadIsMarkedAtItsStartAndItsEndOnce() {
        LoadMark mark = begin();
        mark.goesOn();
        mark.close();
        mark.goesOn();
        mark.close();

        assertThat(bodies).hasSize(2);
        assertThat(bodies).allSatisfy(body -> assertThat(body).contains("place"));
        assertThat(bodies.getFirst()).isNotEqualTo(bodies.getLast());
        assertThat(complaints).isEmpty();
    }

    @Test
    void aPrometheusThatTakesNoMarkIsOneSentence() {
        status = 404;
        LoadMark mark = begin();
        mark.goesOn();
        mark.close();

        assertThat(complaints)
                .containsExactly(
                        "The load is not marked in Prometheus at %s: it answered 404; it needs --web.enable-remote-write-receiver."
                                .formatted(address()));
        assertThat(bodies).hasSize(1);
    }

    @Test
    void aPrometheusThatIsGoneIsOneSentence() {
        server.stop(0);

        begin().close();

        assertThat(complaints)
                .singleElement()
                .asString()
                .startsWith("The load is not marked in Prometheus at " + address());
    }

    private LoadMark begin() {
        return LoadMark.begin(
                address(), Map.of("simulation", "place"), complaints::add, Clock.systemUTC());
    }

    private URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }
}
