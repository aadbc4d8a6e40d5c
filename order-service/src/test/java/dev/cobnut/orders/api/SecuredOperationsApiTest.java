package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.orders.api.ApiClient.Answer;
import dev.cobnut.web.problem.ProblemType;
import dev.cobnut.web.request.ConsistencyToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.springframework.test.context.TestPropertySource;

/// All operations of openapi.yaml in the mode jwt: bad credentials, missing scopes, and the ids of
/// another customer. The operations are read from the document, so that a new one cannot be
/// forgotten.
@TestPropertySource(properties = "cobnut.hazelcast.cluster-name=secured")
class SecuredOperationsApiTest extends SecuredApiTest {

    /// In everything that belongs to the other customer, and in nothing else.
    private static final String MARK = "zanzibar";

    private static final String VICTIM = MARK + "-customer";
    private static final String VICTIMS_KEY = MARK + "-key";

    private Stream<DescribedOperation> operations() {
        Answer document = api.get("/v3/api-docs");
        assertThat(document.status()).isEqualTo(200);
        return DescribedOperation.of(document.json());
    }

    private Stream<DescribedOperation> closedOperations() {
        return operations().filter(operation -> !operation.open());
    }

    @Test
    void onlyTheCatalogueOfProblemsIsOpen() {
        assertThat(operations().filter(DescribedOperation::open).map(Object::toString))
                .containsExactlyInAnyOrder("GET /problems", "GET /problems/{slug}");
        assertThat(api.get("/problems").status()).isEqualTo(200);
        assertThat(api.get("/problems/forbidden").status()).isEqualTo(200);
    }

    @Test
    void everyOtherOperationSaysThatItAsksForCredentials() {
        assertThat(closedOperations())
                .allSatisfy(operation ->
                        assertThat(operation.statuses()).contains("401", "403", "429"));
    }

    @TestFactory
    Stream<DynamicTest> withoutCredentialsItIs401() {
        return closedOperations()
                .map(operation ->
                        DynamicTest.dynamicTest(
                                operation.toString(),
                                () -> {
                                    Answer answer = plain(operation);
                                    answer.isProblem(ProblemType.UNAUTHENTICATED);
                                    assertThat(answer.header("WWW-Authenticate"))
                                            .isEqualTo("Bearer realm=\"cobnut\"");
                                }));
    }

    @TestFactory
    Stream<DynamicTest> withCredentialsThatAreNotValidItIs401() {
        Map<String, String> wrong = ISSUER.wrongCredentials();
        return closedOperations()
                .flatMap(operation ->
                        wrong.entrySet().stream()
                                .map(credentials ->
                                        DynamicTest.dynamicTest(
                                                operation + ", " + credentials.getKey(),
                                                () -> {
                                                    Answer answer =
                                                            plain(
                                                                    operation,
                                                                    "Authorization",
                                                                    credentials.getValue());
                                                    answer.isProblem(ProblemType.UNAUTHENTICATED);
                                                    assertThat(answer.header("WWW-Authenticate"))
                                                            .startsWith("Bearer realm=\"cobnut\"");
                                                })));
    }

    @TestFactory
    Stream<DynamicTest> withoutTheScopeItIs403() {
        return closedOperations()
                .map(operation ->
                        DynamicTest.dynamicTest(
                                operation.toString(),
                                () -> {
                                    String needed =
                                            operation.reads() ? "orders:read" : "orders:write";
                                    for (String scopes :
                                            List.of(
                                                    SCOPES.replace(needed, "").strip(),
                                                    "",
                                                    needed.toUpperCase(Locale.ROOT),
                                                    needed + "s")) {
                                        Answer answer =
                                                plain(
                                                        operation,
                                                        "Authorization",
                                                        ISSUER.customer("ada", scopes));
                                        answer.isProblem(ProblemType.FORBIDDEN)
                                                .saying("This needs the scope " + needed + ".");
                                        assertThat(answer.header("WWW-Authenticate"))
                                                .contains(
                                                        "error=\"insufficient_scope\", scope=\""
                                                                + needed
                                                                + "\"");
                                    }
                                }));
    }

    @TestFactory
    Stream<DynamicTest> aTokenWithoutACustomerIs403() {
        String nobody =
                "Bearer "
                        + ISSUER.token(
                                claims -> claims.claim("customer_id", null).claim("scope", SCOPES));
        return closedOperations()
                .map(operation ->
                        DynamicTest.dynamicTest(
                                operation.toString(),
                                () ->
                                        plain(operation, "Authorization", nobody)
                                                .isProblem(ProblemType.FORBIDDEN)
                                                .saying(
                                                        "The token names no customer, and only the scope orders:admin acts for all.")));
    }

    /// The answer for an order of another customer is, byte for byte, that for none.
    @TestFactory
    Stream<DynamicTest> theIdsOfAnotherCustomerTellNothing() {
        String victim = ISSUER.customer(VICTIM, SCOPES);
        Answer placed =
                api.post(
                        "/orders",
                        ApiClient.ORDER
                                .replace("\"ada\"", '"' + VICTIM + '"')
                                .replace("nut-1", MARK + "-nut")
                                .replace("1 Nut Street", MARK + " Street"),
                        "Authorization",
                        victim,
                        "Idempotency-Key",
                        VICTIMS_KEY);
        assertThat(placed.status()).isEqualTo(201);
        String order = placed.header("Location").substring("/orders/".length());
        assertThat(api.get("/orders/" + order, "Authorization", victim).body()).contains(MARK);

        return closedOperations()
                .map(operation ->
                        DynamicTest.dynamicTest(
                                operation.toString(), () -> assertNothingLeaks(operation, order)));
    }

    @Test
    void aListHasTheOrdersOfItsCallerAndACursorBelongsToItsCaller() {
        String ada = ISSUER.customer("ada-lists", SCOPES);
        String bob = ISSUER.customer("bob-lists", SCOPES);
        Answer placed = batch(ada, "ada-lists", "ada-lists");
        Answer bobs = batch(bob, "bob-lists", "ada-lists");
        assertThat(statuses(placed)).containsExactly(201, 201);
        assertThat(statuses(bobs)).as("an order for another customer").containsExactly(201, 403);
        assertThat(bobs.json().at("/results/1/problem/errors/0/pointer").asString())
                .isEqualTo("/orders/1/customerId");
        String tokens =
                placed.header(ConsistencyToken.HEADER) + "," + bobs.header(ConsistencyToken.HEADER);

        String list = "/orders?limit=1&sort=oldest";
        Answer adas = listed(list, ada, tokens);
        assertThat(adas.json().at("/orders/0/customerId").asString()).isEqualTo("ada-lists");
        String cursor = "&cursor=" + adas.json().path("next").asString();
        assertThat(listed(list + cursor, ada, tokens).json().path("next").isNull()).isTrue();
        assertThat(listed("/orders?status=PLACED", bob, tokens).json().path("orders").size())
                .isEqualTo(1);
        listed(list + cursor, bob, tokens).isProblem(ProblemType.MALFORMED_PARAMETER);
        listed("/orders?customerId=ada-lists", bob, tokens).isProblem(ProblemType.FORBIDDEN);
    }

    private Answer listed(String path, String caller, String tokens) {
        return api.get(path, "Authorization", caller, ConsistencyToken.HEADER, tokens);
    }

    /// Two orders with a key that all callers take.
    private Answer batch(String caller, String... customers) {
        List<String> orders = new ArrayList<>();
        for (String customer : customers) {
            orders.add(
                    ApiClient.orderOf(customer)
                            .replaceFirst(
                                    "\\{", "{\"idempotencyKey\":\"key-" + orders.size() + "\","));
        }
        return api.post(
                "/orders/batch",
                "{\"orders\":[" + String.join(",", orders) + "]}",
                "Authorization",
                caller);
    }

    private static List<Integer> statuses(Answer answer) {
        List<Integer> statuses = new ArrayList<>();
        answer.json()
                .path("results")
                .forEach(result -> statuses.add(result.path("status").asInt()));
        return statuses;
    }

    private void assertNothingLeaks(DescribedOperation operation, String order) {
        String none = UUID.randomUUID().toString();
        for (String key : List.of(VICTIMS_KEY, "key-" + UUID.randomUUID())) {
            for (String ifMatch : List.of("*", "\"1\"", "\"7\"")) {
                Map<String, String> answers = new TreeMap<>();
                for (String id : List.of(order, none)) {
                    for (UnaryOperator<String> query : queries(operation, order)) {
                        Answer answer =
                                operation.call(
                                        api,
                                        id,
                                        query,
                                        body -> body.replace("\"ada\"", '"' + VICTIM + '"'),
                                        "Authorization",
                                        ISSUER.customer("eve", SCOPES),
                                        "If-Match",
                                        ifMatch,
                                        "If-None-Match",
                                        ifMatch,
                                        "Last-Event-ID",
                                        "0",
                                        "X-Causation-Id",
                                        order,
                                        "Idempotency-Key",
                                        key);
                        String text = text(answer);
                        assertThat(text).doesNotContain(MARK);
                        assertThat(answer.status()).isLessThan(500);
                        if (operation.path().contains("{")) {
                            answers.merge(
                                    id.equals(order) ? "other" : "none",
                                    text.replace(id, "ID"),
                                    String::concat);
                        }
                    }
                }
                assertThat(answers.get("other")).isEqualTo(answers.get("none"));
            }
        }
    }

    /// Parameters left away, the other's ids in all of them, and in one each. An answer that would
    /// not end is asked for the other customer only.
    private static List<UnaryOperator<String>> queries(DescribedOperation operation, String order) {
        if (operation.streams() && !operation.path().contains("{")) {
            return operation.query().contains("customerId")
                    ? List.of(name -> name.equals("customerId") ? VICTIM : "")
                    : List.of();
        }
        UnaryOperator<String> other =
                name -> name.toLowerCase(Locale.ROOT).contains("customer") ? VICTIM : order;
        List<UnaryOperator<String>> all = new ArrayList<>(List.of(_ -> "", other));
        for (String only : new String[] {"customerId", "before", "cursor", "after"}) {
            all.add(name -> name.equals(only) ? other.apply(name) : "");
        }
        all.add(name ->
                switch (name) {
                    case "customerId" -> "eve";
                    case "before", "cursor" -> order;
                    default -> "";
                });
        return all;
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

    private Answer plain(DescribedOperation operation, String... headers) {
        return operation.call(api, UUID.randomUUID().toString(), _ -> "", body -> body, headers);
    }
}
