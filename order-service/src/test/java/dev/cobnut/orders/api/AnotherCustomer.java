package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.orders.api.ApiClient.Answer;
import dev.cobnut.web.request.ConsistencyToken;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.UnaryOperator;

/// A customer whose ids somebody else has got hold of: of its orders and its webhook, its keys, its
/// place in a list. Everything that it wrote has [#MARK].
///
/// @param api where it is a customer
/// @param order id of the first order
/// @param later id of the second order, which nobody sends
/// @param cursor of the second page of its list
/// @param token of its last write
/// @param secret of its webhook
record AnotherCustomer(
        ApiClient api,
        String order,
        String later,
        String webhook,
        String cursor,
        String token,
        String secret) {

    /// In everything that belongs to this customer, and in nothing else.
    static final String MARK = "zanzibar";

    static final String ID = MARK + "-customer";
    private static final String KEY = MARK + "-key";
    private static final String CORRELATION = "basket-of-two";

    /// Places two orders and registers a webhook.
    static AnotherCustomer at(ApiClient api, String authorization) {
        Answer first = placed(api, authorization, KEY);
        Answer second = placed(api, authorization, KEY + "-2");
        Answer webhook =
                api.post(
                        "/webhooks",
                        "{\"url\":\"http://localhost:1/" + MARK + "\"}",
                        written(authorization, KEY + "-webhook"));
        assertThat(webhook.status()).as(webhook.body()).isEqualTo(201);
        String token = second.header(ConsistencyToken.HEADER);
        Answer page =
                api.get(
                        "/orders?limit=1&sort=oldest",
                        "Authorization",
                        authorization,
                        ConsistencyToken.HEADER,
                        token);
        String order = id(first);
        assertThat(page.body()).contains(MARK, order);
        return new AnotherCustomer(
                api,
                order,
                id(second),
                id(webhook),
                page.json().path("next").asString(),
                token,
                webhook.json().path("secret").asString());
    }

    private static Answer placed(ApiClient api, String authorization, String key) {
        Answer placed =
                api.post(
                        "/orders",
                        ApiClient.orderOf(ID)
                                .replace("nut-1", MARK + "-nut")
                                .replace("1 Nut Street", MARK + " Street"),
                        written(authorization, key));
        assertThat(placed.status()).as(placed.body()).isEqualTo(201);
        return placed;
    }

    private static String[] written(String authorization, String key) {
        return new String[] {
            "Authorization", authorization, "Idempotency-Key", key, "X-Correlation-Id", CORRELATION
        };
    }

    private static String id(Answer created) {
        String path = created.header("Location");
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /// Sends all that somebody else has got hold of to an operation, in its path, query, headers
    /// and body. The answers have nothing of this customer, and those about one of its things are,
    /// byte for byte, those about none.
    ///
    /// @param caller the customer of these credentials
    void requireUnseenBy(String caller, String authorization, DescribedOperation operation) {
        List<String> keys =
                operation.reads() ? List.of("") : List.of("", KEY, "key-" + UUID.randomUUID());
        for (String key : keys) {
            for (String ifMatch : List.of("", "*", "\"1\"", "\"7\"")) {
                requireUnseenBy(caller, operation, headers(authorization, key, ifMatch));
            }
        }
    }

    private void requireUnseenBy(String caller, DescribedOperation operation, String[] headers) {
        String none = UUID.randomUUID().toString();
        String its = idFor(operation);
        Map<String, String> answers = new TreeMap<>();
        for (String id : List.of(its, none)) {
            for (UnaryOperator<String> query : queries(operation, caller)) {
                for (UnaryOperator<String> body : bodies(operation, caller)) {
                    Answer answer = operation.call(api, id, query, body, headers);
                    String text = text(answer);
                    assertThat(text).doesNotContain(MARK, later, secret);
                    assertThat(answer.status()).isLessThan(500);
                    if (operation.path().contains("{")) {
                        assertThat(answer.status()).as(text).isBetween(400, 499);
                        answers.merge(id, text.replace(id, "ID"), String::concat);
                    }
                }
            }
        }
        assertThat(answers.get(its)).isEqualTo(answers.get(none));
    }

    private String[] headers(String authorization, String key, String ifMatch) {
        List<String> headers =
                new ArrayList<>(
                        List.of(
                                "Authorization",
                                authorization,
                                ConsistencyToken.HEADER,
                                token,
                                "Last-Event-ID",
                                "0",
                                "X-Correlation-Id",
                                CORRELATION,
                                "X-Causation-Id",
                                order));
        if (!key.isEmpty()) {
            headers.addAll(List.of("Idempotency-Key", key));
        }
        if (!ifMatch.isEmpty()) {
            headers.addAll(List.of("If-Match", ifMatch, "If-None-Match", ifMatch));
        }
        return headers.toArray(String[]::new);
    }

    /// The id that an operation of one thing takes.
    private String idFor(DescribedOperation operation) {
        return operation.path().startsWith("/webhooks") ? webhook : order;
    }

    /// Parameters left away, this customer's ids in all of them, each value alone, and each value
    /// in a list of the caller itself. A feed that has orders of the caller would not end, so it is
    /// asked for this customer only.
    private List<UnaryOperator<String>> queries(DescribedOperation operation, String caller) {
        boolean wouldNotEnd = operation.streams() && operation.query().contains("customerId");
        List<UnaryOperator<String>> all = new ArrayList<>();
        all.add(name -> values(name).getFirst());
        for (String only : operation.query()) {
            for (String value : values(only)) {
                for (String whose : new String[] {"", caller, ID}) {
                    all.add(name ->
                            name.equals(only) ? value : name.equals("customerId") ? whose : "");
                }
            }
        }
        if (wouldNotEnd) {
            all.removeIf(query -> !query.apply("customerId").equals(ID));
        } else {
            all.add(_ -> "");
        }
        return all;
    }

    private List<String> values(String parameter) {
        return switch (parameter) {
            case "customerId" -> List.of(ID);
            case "productId" -> List.of(MARK + "-nut");
            case "cursor" -> List.of(cursor, order);
            case "before" -> List.of(order);
            case "after" -> List.of("0", "1", order);
            case "version" -> List.of("1", "2", order);
            case "at", "placedTo" -> List.of(Instant.now().plusSeconds(60).toString(), order);
            case "placedFrom", "from" -> List.of("2020-01-01T00:00:00Z");
            case "to" -> List.of("2020-01-01T01:00:00Z");
            case "limit", "products", "minutes" -> List.of("1");
            case "status" -> List.of("PLACED");
            case "sort" -> List.of("oldest");
            case "type" -> List.of("OrderPlaced");
            case "step" -> List.of("hour");
            case "currency" -> List.of("EUR");
            default ->
                    throw new AssertionError(
                            "which values of " + parameter + " are this customer's?");
        };
    }

    /// Bodies of an operation: with this customer, and with the caller.
    private static List<UnaryOperator<String>> bodies(DescribedOperation operation, String caller) {
        if (!operation.body().contains("customerId")) {
            return List.of(UnaryOperator.identity());
        }
        assertThat(operation.body()).contains("\"ada\"");
        List<UnaryOperator<String>> bodies = new ArrayList<>();
        for (String customer : List.of(ID, caller)) {
            bodies.add(body ->
                    Objects.requireNonNull(body)
                            .replace("\"ada\"", '"' + customer + '"')
                            .replace("https://shop.example/events", "http://localhost:1/")
                            .replaceAll("(\"idempotencyKey\":)\"[^\"]*\"", "$1\"" + KEY + '"'));
        }
        return bodies;
    }

    /// The answer without what differs from request to request.
    private static String text(Answer answer) {
        Set<String> changing = Set.of("date", "keep-alive", "x-correlation-id");
        StringBuilder text = new StringBuilder().append(answer.status()).append('\n');
        answer.response()
                .headers()
                .map()
                .forEach((name, values) -> {
                    if (!changing.contains(name.toLowerCase(Locale.ROOT))) {
                        text.append(name).append(": ").append(values).append('\n');
                    }
                });
        return text.append(answer.body()).toString();
    }
}
