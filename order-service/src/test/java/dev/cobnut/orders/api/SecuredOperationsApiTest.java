package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.orders.api.ApiClient.Answer;
import dev.cobnut.web.problem.ProblemType;
import dev.cobnut.web.request.ConsistencyToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.springframework.test.context.TestPropertySource;

/// All operations of openapi.yaml in the mode jwt: bad credentials, missing scopes, and the ids of
/// another customer. The operations are read from the document, so that a new one cannot be
/// forgotten.
@TestPropertySource(
        properties = {
            "cobnut.webhooks.enabled=true",
            "cobnut.webhooks.keys=" + WebhookCalls.KEY,
            "cobnut.webhooks.allow-private=true",
            "cobnut.hazelcast.cluster-name=secured"
        })
class SecuredOperationsApiTest extends SecuredApiTest {

    private static final String EVE = "eve";

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

    /// The answer for a thing of another customer is, byte for byte, that for none.
    @TestFactory
    Stream<DynamicTest> theIdsOfAnotherCustomerTellNothing() {
        String other = ISSUER.customer(AnotherCustomer.ID, SCOPES);
        AnotherCustomer victim = AnotherCustomer.at(api, other);
        assertThat(api.get("/orders/" + victim.order(), "Authorization", other).body())
                .contains(AnotherCustomer.MARK);
        assertThat(api.get("/webhooks/" + victim.webhook(), "Authorization", other).body())
                .contains(AnotherCustomer.MARK);

        return closedOperations()
                .map(operation ->
                        DynamicTest.dynamicTest(
                                operation.toString(),
                                () ->
                                        victim.requireUnseenBy(
                                                EVE, ISSUER.customer(EVE, SCOPES), operation)));
    }

    /// They are sums over the orders of all.
    @Test
    void theStatisticsAreNotForACallerThatActsForOneCustomer() {
        api.get("/stats", "Authorization", ISSUER.customer("ada", SCOPES))
                .isProblem(ProblemType.FORBIDDEN)
                .saying(
                        "The statistics are over the orders of all customers, and this caller acts for one.");
        await().atMost(Duration.ofMinutes(2))
                .until(() -> api.get("/stats", "Authorization", ISSUER.operator()).status() == 200);
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

    private Answer plain(DescribedOperation operation, String... headers) {
        return operation.call(api, UUID.randomUUID().toString(), _ -> "", body -> body, headers);
    }
}
