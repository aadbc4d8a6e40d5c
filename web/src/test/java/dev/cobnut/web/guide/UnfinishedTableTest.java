package dev.cobnut.web.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.table.Table;
import dev.cobnut.web.guide.GiftCards.Sold;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/// A table that is being built would answer with too few rows.
class UnfinishedTableTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir Path folder;

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void itsReaderIsToldWhenToComeAgain() throws Exception {
        try (ConfigurableApplicationContext service = start(GiftCards.class)) {
            HttpRequest sell =
                    to(service, "/cards")
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString("{\"cents\":500}"))
                            .build();
            assertThat(send(sell).statusCode()).isEqualTo(201);
        }
        try (ConfigurableApplicationContext service = start(GiftCards.class, Amounts.class)) {
            Amounts amounts = service.getBean(Amounts.class);
            HttpRequest count = to(service, "/amounts").build();

            HttpResponse<String> early = send(count);
            amounts.mayGoOn.countDown();
            assertThat(service.getBean(Table.class).await(SOON)).isTrue();

            assertThat(early.statusCode()).as(early.body()).isEqualTo(503);
            assertThat(early.headers().firstValue("Retry-After")).isPresent();
            assertThat(early.body()).contains("/problems/unavailable", "This table is being built");
            assertThat(send(count).body()).isEqualTo("1");
        }
    }

    /// How many cards were sold for each amount. Its first build waits.
    @RestController
    static class Amounts {

        final CountDownLatch mayGoOn = new CountDownLatch(1);

        record Row(long cents) {}

        private final Table<Row> table =
                Table.named("amounts", 1, Row.class)
                        .put(Sold.class, this::key, sold -> new Row(sold.cents()))
                        .index("cents", Row::cents);

        @Bean
        Table<Row> amounts() {
            return table;
        }

        @GetMapping("/amounts")
        long count() {
            return table.query("cents").group(500L).count();
        }

        private String key(Sold sold) {
            try {
                mayGoOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return Long.toString(sold.cents());
        }
    }

    private ConfigurableApplicationContext start(Class<?>... sources) {
        return new SpringApplicationBuilder(sources)
                .run(
                        "--server.port=0",
                        "--server.address=127.0.0.1",
                        "--cobnut.data=" + folder.resolve("data"));
    }

    private static HttpRequest.Builder to(ConfigurableApplicationContext service, String path) {
        String port = service.getEnvironment().getProperty("local.server.port");
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(SOON);
    }

    private HttpResponse<String> send(HttpRequest request)
            throws IOException, InterruptedException {
        return http.send(request, BodyHandlers.ofString());
    }
}
