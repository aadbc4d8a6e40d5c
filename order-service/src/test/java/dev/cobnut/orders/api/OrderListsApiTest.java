package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.orders.api.ApiClient.Answer;
import dev.cobnut.web.problem.ProblemType;
import dev.cobnut.web.request.ConsistencyToken;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Lists of orders, their pages, and what a request with consistency tokens gets.
class OrderListsApiTest extends ApiTest {

    private static final String TOKEN = ConsistencyToken.HEADER;

    /// An order as the test knows it.
    private record Placed(String id, String customer, Set<String> products, String status) {

        Instant time() {
            return Instant.ofEpochMilli(UUID.fromString(id).getMostSignificantBits() >>> 16);
        }
    }

    private final String run = UUID.randomUUID().toString();
    private final List<String> tokens = Collections.synchronizedList(new ArrayList<>());

    @Test
    void everyCombinationOfFiltersListsTheOrdersThatMatchInEitherDirectionAndNoOther() {
        List<Placed> all = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            all.add(
                    place(
                            "c" + i % 2,
                            i % 3 == 2 ? List.of("p0", "p1") : List.of("p" + i % 3),
                            List.of("PLACED", "CONFIRMED", "PAID", "CANCELLED").get(i / 2 % 4)));
        }
        Instant from = all.get(6).time();
        Instant to = all.get(20).time();
        for (String customer : nullable("c0", "c1", "c9")) {
            for (String product : nullable("p0", "p1")) {
                for (String status : nullable("PLACED", "PAID", "CANCELLED", "SHIPPED")) {
                    for (boolean bounded : new boolean[] {false, true}) {
                        if (customer == null && product == null && !bounded) {
                            continue; // the orders of other tests
                        }
                        List<String> expected =
                                all.stream()
                                        .filter(o ->
                                                customer == null || o.customer.equals(customer))
                                        .filter(o ->
                                                product == null || o.products.contains(product))
                                        .filter(o -> status == null || o.status.equals(status))
                                        .filter(o -> !bounded || !o.time().isBefore(from))
                                        .filter(o -> !bounded || o.time().isBefore(to))
                                        .map(Placed::id)
                                        .toList();
                        String query =
                                parameter("customerId", ownOrAll(customer))
                                        + parameter("productId", ownOrAll(product))
                                        + parameter("status", status)
                                        + parameter("placedFrom", bounded ? from : null)
                                        + parameter("placedTo", bounded ? to : null);
                        assertThat(walked(query + "&sort=oldest", all))
                                .as(query)
                                .isEqualTo(expected);
                        assertThat(walked(query, all)).as(query).isEqualTo(expected.reversed());
                    }
                }
            }
        }
    }

    /// The ids of all pages, in their order. Other tests may place orders meanwhile.
    private List<String> walked(String query, List<Placed> known) {
        List<String> ids = new ArrayList<>();
        String path = "/orders?limit=3" + query;
        while (!path.isEmpty()) {
            Answer page = api.get(path, tokenHeaders());
            assertThat(page.status()).as(page.body()).isEqualTo(200);
            page.json().path("orders").forEach(order -> ids.add(order.path("orderId").asString()));
            path = next(page);
            assertThat(page.json().path("next").isNull()).isEqualTo(path.isEmpty());
        }
        Set<String> own = Set.copyOf(known.stream().map(Placed::id).toList());
        return ids.stream().filter(own::contains).toList();
    }

    @Test
    void whileOrdersArriveAndMoveAWalkFindsEachOrderThatStaysOnce() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            ids.add(place("stay", List.of("p"), "PLACED").id());
        }
        List<String> found = new ArrayList<>();
        String path = "/orders?limit=2&status=PLACED" + parameter("productId", own("p"));
        for (int page = 0; !path.isEmpty(); page++) {
            Answer answer = api.get(path, tokenHeaders());
            answer.json()
                    .path("orders")
                    .forEach(order -> found.add(order.path("orderId").asString()));
            place("new", List.of("p"), "PLACED");
            if (page == 1) { // one that was listed, and one that was not
                move(found.getFirst());
                move(ids.getFirst());
            }
            path = next(answer);
        }
        List<String> staying = ids.subList(1, 12).reversed();
        assertThat(found).doesNotHaveDuplicates().containsExactlyElementsOf(staying);
    }

    private void move(String orderId) {
        tokens.add(api.step("/orders/" + orderId, "confirm").header(TOKEN));
    }

    @Test
    void anOrderWhoseLineWasTakenOutIsNotListedByItsProductAnyMore() {
        String id = place("c", List.of("gone"), "PLACED").id();
        Answer changed =
                api.put(
                        "/orders/" + id + "/lines",
                        "{\"lines\":[{\"productId\":\"%s\",\"quantity\":1,\"unitPrice\":1}]}"
                                .formatted(own("stays")));
        tokens.add(changed.header(TOKEN));

        assertThat(listed("productId", own("gone"))).isEmpty();
        assertThat(listed("productId", own("stays"))).containsExactly(id);
    }

    private List<String> listed(String name, @Nullable String value) {
        List<String> ids = new ArrayList<>();
        api.get("/orders?limit=100" + parameter(name, value), tokenHeaders())
                .json()
                .path("orders")
                .forEach(order -> ids.add(order.path("orderId").asString()));
        return ids;
    }

    @Test
    void aCursorIsOfOneListAndCannotBeChanged() {
        for (int i = 0; i < 3; i++) {
            place("c", List.of("p"), "PLACED");
        }
        String list = "/orders?limit=1&status=PLACED" + parameter("productId", own("p"));
        String cursor = api.get(list, tokenHeaders()).json().path("next").asString();
        String wrong = "cursor must be the `next` of a page of this list, with the same filters";

        assertThat(api.get(list + "&cursor=" + cursor).status()).isEqualTo(200);
        assertThat(api.get(list.replace("limit=1", "limit=9") + "&cursor=" + cursor).status())
                .isEqualTo(200);
        for (int i = 0; i < cursor.length(); i++) {
            char other = cursor.charAt(i) == 'A' ? 'B' : 'A';
            String changed = cursor.substring(0, i) + other + cursor.substring(i + 1);
            api.get(list + "&cursor=" + changed)
                    .isProblem(ProblemType.MALFORMED_PARAMETER)
                    .withErrors(wrong);
        }
        for (String other :
                List.of(
                        list + "&sort=oldest",
                        list.replace("PLACED", "PAID"),
                        list + "&customerId=ada",
                        list + "&placedFrom=2020-01-01T00:00:00Z",
                        "/orders?limit=1")) {
            api.get(other + "&cursor=" + cursor)
                    .isProblem(ProblemType.MALFORMED_PARAMETER)
                    .withErrors(wrong);
        }
        for (String junk : List.of("", "x", "%00", "A".repeat(34), "%F0%9F%98%80".repeat(17))) {
            api.get(list + "&cursor=" + junk).isProblem(ProblemType.MALFORMED_PARAMETER);
        }
        api.get(list + "&cursor=" + cursor + "&before=" + UUID.randomUUID())
                .isProblem(ProblemType.MALFORMED_PARAMETER)
                .withErrors("before cannot be given with cursor");
    }

    @Test
    void parametersThatCannotBeAreNamedWithWhatIsAllowed() {
        api.get("/orders?status=placed&sort=up&placedFrom=today&productId=%20")
                .isProblem(ProblemType.MALFORMED_PARAMETER)
                .withErrors(
                        "status must be one of PLACED, CONFIRMED, PAID, SHIPPED, DELIVERED, CANCELLED",
                        "sort must be newest or oldest",
                        "placedFrom must be an instant like 2026-11-24T09:30:00Z",
                        "productId must not be blank");
        api.get("/orders?placedFrom=2026-11-24T09:30:00Z&placedTo=2026-11-24T09:30:00Z")
                .isProblem(ProblemType.MALFORMED_PARAMETER)
                .withErrors("placedTo must be after placedFrom");
        api.get("/orders?sort=oldest&before=" + UUID.randomUUID())
                .isProblem(ProblemType.MALFORMED_PARAMETER)
                .withErrors("before cannot be given with sort=oldest; take the cursor");
    }

    @Test
    void aListThatOnlyNamesACustomerIsContinuedWithItsIdsAsItAlwaysWas() {
        String first = place("c", List.of("p"), "PLACED").id();
        String second = place("c", List.of("p"), "PLACED").id();
        String list = "/orders?limit=1&customerId=" + own("c");

        Answer page = api.get(list, tokenHeaders());

        assertThat(page.json().path("next").asString()).isEqualTo(second);
        assertThat(page.header("Link"))
                .isEqualTo(
                        "</orders?customerId=%s&limit=1&before=%s>; rel=\"next\""
                                .formatted(own("c"), second));
        Answer rest = api.get(next(page));
        assertThat(rest.json().path("orders").path(0).path("orderId").asString()).isEqualTo(first);
        assertThat(rest.header("Link")).isEmpty();
    }

    @Test
    void aListWithTheTokenOfAWriteContainsIt() throws Exception {
        int clients = 8;
        int writesOfEach = 125;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Void>> running =
                    IntStream.range(0, clients)
                            .mapToObj(client ->
                                    CompletableFuture.runAsync(
                                            () -> writeAndRead("w" + client, writesOfEach),
                                            threads))
                            .toList();
            running.forEach(CompletableFuture::join);
        }
    }

    private void writeAndRead(String customer, int writes) {
        for (int i = 0; i < writes; i++) {
            Answer placed = api.post("/orders", ApiClient.orderOf(own(customer)));
            String id = placed.json().path("orderId").asString();
            String list = "/orders?limit=1&customerId=" + own(customer);
            Answer page = api.get(list, TOKEN, placed.header(TOKEN));
            assertThat(page.json().path("orders").path(0).path("orderId").asString())
                    .as("%s, order %d: %s", customer, i, page.body())
                    .isEqualTo(id);
            if (i % 5 == 0) {
                Answer moved = api.step("/orders/" + id, "confirm");
                page = api.get(list + "&status=CONFIRMED", TOKEN, moved.header(TOKEN));
                assertThat(page.json().path("orders").path(0).path("orderId").asString())
                        .isEqualTo(id);
            }
        }
    }

    @Test
    void aRepeatedCommandAndOneThatIsReadTwiceHaveTheSameToken() {
        String key = UUID.randomUUID().toString();
        Answer first = api.post("/orders", ApiClient.ORDER, "Idempotency-Key", key);
        Answer again = api.post("/orders", ApiClient.ORDER, "Idempotency-Key", key);

        assertThat(again.header(TOKEN)).isEqualTo(first.header(TOKEN)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "AQ", "AQAAAAAAAAABAAAAAA", ",", "ü", "AAAAAAAAAAAAAAAAAA"})
    void aTokenThatNoAnswerHadIsRefused(String token) {
        api.get("/orders", TOKEN, URLEncoder.encode(token, StandardCharsets.UTF_8))
                .isProblem(ProblemType.MALFORMED_HEADER)
                .saying(
                        "Cobnut-Consistency must be a token that an answer to a command had, or several with commas.");
    }

    @Test
    void tokensNameABoundedNumberOfWrites() {
        String token =
                ConsistencyToken.of(IntStream.rangeClosed(1, 60).mapToObj(i -> (long) i).toList());

        api.get("/orders", TOKEN, token + ", " + token)
                .isProblem(ProblemType.MALFORMED_HEADER)
                .saying("Cobnut-Consistency may name at most 100 writes.");
    }

    @Test
    void aListThatDoesNotContainAWriteInTimeSaysSo() {
        Answer answer = api.get("/orders", TOKEN, ConsistencyToken.of(Long.MAX_VALUE));

        answer.isProblem(ProblemType.UNAVAILABLE);
        assertThat(answer.header("Retry-After")).isEqualTo("1");
    }

    private Placed place(String customer, List<String> products, String status) {
        String lines =
                String.join(
                        ",",
                        products.stream()
                                .map(product ->
                                        "{\"productId\":\"%s\",\"quantity\":1,\"unitPrice\":\"25.99\"}"
                                                .formatted(own(product)))
                                .toList());
        String body =
                ApiClient.orderOf(own(customer))
                        .replaceAll("\"lines\":\\[[^]]*]", "\"lines\":[" + lines + "]");
        Answer answer = api.post("/orders", body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        String path = answer.header("Location");
        List<String> steps =
                switch (status) {
                    case "CONFIRMED" -> List.of("confirm");
                    case "PAID" -> List.of("confirm", "pay");
                    case "CANCELLED" -> List.of("confirm", "cancel");
                    default -> List.of();
                };
        for (String step : steps) {
            if (step.equals("pay") && products.size() > 1) {
                answer = api.post(path + "/pay", "{\"amount\":\"51.98\",\"reference\":\"pay-1\"}");
            } else {
                answer = api.step(path, step);
            }
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        }
        tokens.add(answer.header(TOKEN));
        return new Placed(
                answer.json().path("orderId").asString(), customer, Set.copyOf(products), status);
    }

    private String[] tokenHeaders() {
        return tokens.isEmpty()
                ? new String[0]
                : new String[] {TOKEN, String.join(",", List.copyOf(tokens))};
    }

    private String own(String name) {
        return name + "-" + run;
    }

    private @Nullable String ownOrAll(@Nullable String name) {
        return name == null ? null : own(name);
    }

    private static String parameter(String name, @Nullable Object value) {
        return value == null
                ? ""
                : "&" + name + "=" + URLEncoder.encode(value.toString(), StandardCharsets.UTF_8);
    }

    private static List<@Nullable String> nullable(String... values) {
        List<@Nullable String> all = new ArrayList<>(Arrays.asList(values));
        all.add(null);
        return all;
    }

    /// The path of the next page; empty when there is none.
    private static String next(Answer page) {
        String link = page.header("Link");
        assertThat(link).matches("|<[^>]+>; rel=\"next\"");
        return link.isEmpty() ? "" : link.substring(1, link.indexOf('>'));
    }
}
