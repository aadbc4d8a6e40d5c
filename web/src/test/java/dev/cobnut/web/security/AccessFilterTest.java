package dev.cobnut.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.web.request.Identity;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class AccessFilterTest {

    private static final String KEY = "shop.secret";
    private static final AccessRules RULES = AccessRules.of("cards").withOpen("/docs/**");

    private final RateLimits limits =
            new RateLimits(new SecuritySettings.RateLimit(3, Duration.ofHours(1), 10), () -> 0);

    private final ApiKeys keys =
            new ApiKeys(
                    Map.of(
                            "shop",
                            new SecuritySettings.Key(
                                    HexFormat.of().formatHex(ApiKeys.sha256(KEY)),
                                    Set.of("cards:read"),
                                    "ada")),
                    RULES);

    private final AccessFilter asking = new AccessFilter(keys, limits, RULES, "/actuator", false);
    private final AccessFilter counting = new AccessFilter(null, limits, RULES, "/actuator", false);
    private final AtomicReference<@Nullable Identity> seen = new AtomicReference<>();

    private int status(AccessFilter filter, String path, String address, String token)
            throws ServletException, IOException {
        var request = new MockHttpServletRequest("GET", path);
        request.setServletPath(path);
        request.setRemoteAddr(address);
        if (!token.isEmpty()) {
            request.addHeader("Authorization", "Bearer " + token);
        }
        var response = new MockHttpServletResponse();
        filter.doFilter(request, response, (passed, _) -> seen.set(Identity.of(request)));
        return response.getStatus();
    }

    @Test
    void theHandlerHearsWhoCalls() throws ServletException, IOException {
        assertThat(status(asking, "/cards/1", "192.0.2.1", KEY)).isEqualTo(200);
        assertThat(seen.get()).isEqualTo(new Identity("key:shop", Set.of("cards:read"), "ada"));
    }

    /// Whoever tries keys would otherwise have no limit, because no attempt has an identity.
    @Test
    void guessesCountForTheAddressThatTheyComeFrom() throws ServletException, IOException {
        for (int i = 0; i < 3; i++) {
            assertThat(status(asking, "/cards", "192.0.2.1", "shop.guess-" + i)).isEqualTo(401);
        }
        assertThat(status(asking, "/cards", "192.0.2.1", "shop.guess-3")).isEqualTo(429);
        assertThat(status(asking, "/actuator", "192.0.2.1", "shop.guess-4")).isEqualTo(429);
        assertThat(status(asking, "/cards", "192.0.2.1", "")).isEqualTo(429);
        assertThat(status(asking, "/cards", "192.0.2.2", "")).isEqualTo(401);
        assertThat(status(asking, "/cards", "192.0.2.1", KEY)).isEqualTo(200);
    }

    @Test
    void withoutAuthenticationEachAddressHasALimit() throws ServletException, IOException {
        for (int i = 0; i < 3; i++) {
            assertThat(status(counting, "/cards", "192.0.2.1", "")).isEqualTo(200);
        }
        assertThat(status(counting, "/cards", "192.0.2.1", "")).isEqualTo(429);
        assertThat(status(counting, "/cards", "192.0.2.2", "")).isEqualTo(200);
        assertThat(seen.get()).isNull();
    }

    @Test
    void openPathsAndTheActuatorHaveNone() throws ServletException, IOException {
        for (int i = 0; i < 10; i++) {
            for (String path : new String[] {"/docs/index.html", "/readyz", "/actuator/outbox"}) {
                assertThat(status(counting, path, "192.0.2.1", "")).isEqualTo(200);
            }
            assertThat(status(asking, "/docs/index.html", "192.0.2.1", "")).isEqualTo(200);
        }
    }

    @Test
    void aPathIsOpenOnlyWhenItIsSoByBothReadings() throws ServletException, IOException {
        var request = new MockHttpServletRequest("GET", "/docs/../cards");
        request.setServletPath("/cards");
        var response = new MockHttpServletResponse();

        asking.doFilter(request, response, (_, _) -> {});

        assertThat(response.getStatus()).isEqualTo(401);
    }
}
