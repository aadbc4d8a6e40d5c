package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.web.problem.ProblemType;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A plain HTTP client of the API.
record ApiClient(int port, HttpClient http) {

    static final String ORDER =
            """
            {"customerId":"ada","currency":"EUR",
             "lines":[{"productId":"nut-1","quantity":2,"unitPrice":"12.50"},
                      {"productId":"nut-2","quantity":1,"unitPrice":0.99}],
             "shippingAddress":{"name":"Ada","line1":"1 Nut Street","city":"Kent",
                                "postalCode":"TN1","country":"GB"}}
            """;

    static final String NEW_LINES =
            "{\"lines\":[{\"productId\":\"nut-3\",\"quantity\":3,\"unitPrice\":1.5}]}";

    /// Far more than an answer takes, also on a slow machine.
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    static ApiClient on(int port) {
        return new ApiClient(
                port, HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
    }

    static String orderOf(String customerId) {
        return ORDER.replace("\"ada\"", '"' + customerId + '"');
    }

    Answer get(String path, String... headers) {
        return send("GET", path, BodyPublishers.noBody(), headers);
    }

    Answer post(String path, @Nullable String json, String... headers) {
        return sendJson("POST", path, json, headers);
    }

    Answer put(String path, String json, String... headers) {
        return sendJson("PUT", path, json, headers);
    }

    /// Places [#ORDER] and answers its path.
    String placed() {
        Answer answer = post("/orders", ORDER);
        assertThat(answer.status()).isEqualTo(201);
        return answer.header("Location");
    }

    /// An order that went through these steps: confirm, pay, ship, deliver.
    String placedAnd(String... steps) {
        String path = placed();
        for (String step : steps) {
            assertThat(step(path, step).status()).as(step).isEqualTo(200);
        }
        return path;
    }

    Answer step(String orderPath, String step, String... headers) {
        String body =
                switch (step) {
                    case "pay" -> "{\"amount\":\"25.99\",\"reference\":\"pay-1\"}";
                    case "ship" -> "{\"carrier\":\"DHL\",\"trackingNumber\":\"track-1\"}";
                    case "cancel" -> "{\"reason\":\"changed my mind\"}";
                    default -> null;
                };
        return post(orderPath + "/" + step, body, headers);
    }

    private Answer sendJson(String method, String path, @Nullable String json, String... headers) {
        String[] all = java.util.Arrays.copyOf(headers, headers.length + 2);
        all[headers.length] = "Content-Type";
        all[headers.length + 1] = "application/json";
        return send(
                method,
                path,
                json == null ? BodyPublishers.noBody() : BodyPublishers.ofString(json),
                all);
    }

    Answer send(String method, String path, BodyPublisher body, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .timeout(TIMEOUT)
                        .method(method, body);
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return new Answer(http.send(request.build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new AssertionError("no answer to " + method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    record Answer(HttpResponse<String> response) {

        int status() {
            return response.statusCode();
        }

        String body() {
            return response.body();
        }

        JsonNode json() {
            return MAPPER.readTree(body());
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        /// Asserts that this is a problem of the type, in the form of RFC 9457.
        Answer isProblem(ProblemType type) {
            assertThat(status()).as(body()).isEqualTo(type.status());
            assertThat(header("Content-Type")).isEqualTo("application/problem+json");
            assertThat(json().path("type").asString()).as(body()).isEqualTo(type.uri());
            assertThat(json().path("title").asString()).isEqualTo(type.title());
            assertThat(json().path("status").asInt()).isEqualTo(type.status());
            assertThat(json().path("detail").asString()).isNotBlank();
            assertThat(json().path("instance").asString()).startsWith("/");
            assertThat(body()).doesNotContain("Exception", "dev.cobnut", "java.", "\tat ");
            return this;
        }

        /// Asserts that exactly these fields or parameters are wrong: `place detail`.
        void withErrors(String... errors) {
            assertThat(
                            StreamSupport.stream(json().path("errors").spliterator(), false)
                                    .map(error ->
                                            error.path("pointer").asString("")
                                                    + error.path("parameter").asString("")
                                                    + " "
                                                    + error.path("detail").asString()))
                    .containsExactlyInAnyOrder(errors);
        }

        Answer isRule(String code) {
            isProblem(ProblemType.RULE);
            assertThat(json().path("code").asString()).isEqualTo(code);
            return this;
        }

        void saying(String detail) {
            assertThat(json().path("detail").asString()).isEqualTo(detail);
        }
    }
}
