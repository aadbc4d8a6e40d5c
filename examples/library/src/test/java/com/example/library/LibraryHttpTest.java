package com.example.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.test.slice.AutoConfigureCobnut;
import dev.cobnut.test.slice.ServiceUnderTest;
import java.net.URI;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

/// The whole application over HTTP, with a journal in memory.
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureCobnut
class LibraryHttpTest {
    @TestConfiguration
    static class NoMails {
        @Bean
        Mailbox noMails() {
            return _ -> {};
        }
    }

    @Autowired ServiceUnderTest service;
    @LocalServerPort int port;
    private RestTestClient client;
    private URI ada;

    @BeforeEach
    void registerAda() {
        client = RestTestClient.bindToServer().baseUrl("http://127.0.0.1:" + port).build();
        ada = create("/cards", Map.of("name", "Ada", "email", "ada@example.org"));
    }

    @Test
    void aLoanIsRequestedOverHttpAndGrantedByTheDesk() {
        String dune = idOf(create("/copies", Map.of("title", "Dune")));
        post(ada + "/loans", Map.of("copy", dune), "Idempotency-Key", "loan-1")
                .expectStatus().isOk()
                .expectHeader().valueEquals("ETag", "\"2\"")
                .expectBody().jsonPath("$.loans['" + dune + "']").isEqualTo("REQUESTED");
        service.awaitDelivered();
        get(ada).expectHeader().valueEquals("ETag", "\"3\"")
                .expectBody().jsonPath("$.loans['" + dune + "']").isEqualTo("GRANTED");

        // The repetition gets the first answer again.
        post(ada + "/loans", Map.of("copy", dune), "Idempotency-Key", "loan-1")
                .expectStatus().isOk()
                .expectHeader().valueEquals("ETag", "\"2\"");
        post(ada + "/loans", Map.of("copy", UUID.randomUUID()), "Idempotency-Key", "loan-1")
                .expectStatus().isEqualTo(HttpStatus.UNPROCESSABLE_CONTENT)
                .expectBody().jsonPath("$.type").isEqualTo("/problems/idempotency-key-reused");
    }

    @Test
    void otherOutcomesAreProblems() {
        post(ada + "/fines", Map.of("cents", 100, "reason", "a coffee stain"), "If-Match", "\"7\"")
                .expectStatus().isEqualTo(HttpStatus.PRECONDITION_FAILED)
                .expectBody().jsonPath("$.type").isEqualTo("/problems/version-mismatch");
        post(ada + "/fines", Map.of("cents", 0, "reason", ""), "X-Correlation-Id", "test")
                .expectStatus().isEqualTo(HttpStatus.UNPROCESSABLE_CONTENT)
                .expectBody().jsonPath("$.errors.length()").isEqualTo(2);
        get(URI.create("/cards/" + UUID.randomUUID()))
                .expectStatus().isNotFound()
                .expectBody().jsonPath("$.type").isEqualTo("/problems/card-not-found");

        URI dune = create("/copies", Map.of("title", "Dune"));
        post(dune + "/return", Map.of(), "X-Correlation-Id", "test")
                .expectStatus().isEqualTo(HttpStatus.CONFLICT)
                .expectBody().jsonPath("$.code").isEqualTo("copy-not-lent");
    }

    private URI create(String path, Map<String, ?> body) {
        HttpHeaders headers = post(path, body, "X-Correlation-Id", "test")
                .expectStatus().isCreated()
                .returnResult(String.class)
                .getResponseHeaders();
        assertThat(headers.getETag()).isEqualTo("\"1\"");
        return headers.getLocation();
    }

    private ResponseSpec post(String path, Map<String, ?> body, String header, String value) {
        return client.post().uri(path).contentType(MediaType.APPLICATION_JSON).header(header, value).body(body).exchange();
    }

    private ResponseSpec get(URI path) {
        return client.get().uri(path.toString()).exchange();
    }

    private static String idOf(URI path) {
        return path.toString().replaceFirst(".*/", "");
    }
}
