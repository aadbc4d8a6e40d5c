package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.orders.api.ApiClient.Answer;
import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.orders.domain.OrderStatus;
import dev.cobnut.web.problem.ProblemType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

/// Compares the description of the API with the API.
class OpenApiTest extends ApiTest {

    @SuppressWarnings("NullAway.Init") // injected
    @Autowired
    @Qualifier("requestMappingHandlerMapping")
    private RequestMappingHandlerMapping mapping;

    @Test
    void theDescriptionHasExactlyTheOperationsOfTheHandlers() {
        Set<String> handled = new TreeSet<>();
        mapping.getHandlerMethods()
                .forEach((info, handler) -> {
                    String name = handler.getBeanType().getName();
                    if (name.startsWith("dev.cobnut.") && !info.getMethodsCondition().isEmpty()) {
                        for (var method : info.getMethodsCondition().getMethods()) {
                            info.getPatternValues()
                                    .forEach(path -> handled.add(method + " " + path));
                        }
                    }
                });

        Set<String> described = new TreeSet<>();
        description()
                .path("paths")
                .forEachEntry((path, operations) ->
                        operations.forEachEntry((method, _) ->
                                described.add(
                                        method.toUpperCase(java.util.Locale.ROOT) + " " + path)));

        assertThat(described).isEqualTo(handled).hasSize(18);
    }

    @Test
    void everyExampleOfABodyIsAcceptedByItsOperation() {
        String path = "/orders/validate";
        assertThat(post(path, "/orders/validate").status()).isEqualTo(200);
        Answer placed = post("/orders", "/orders");
        assertThat(placed.status()).isEqualTo(201);
        Answer batch = post("/orders/batch", "/orders/batch");
        assertThat(batch.json().at("/results/0/status").asInt()).as(batch.body()).isEqualTo(201);
        String order = placed.header("Location");
        assertThat(
                        api.put(order + "/lines", example("/orders/{id}/lines", "put").toString())
                                .status())
                .isEqualTo(200);
        for (String step : new String[] {"confirm", "pay", "ship", "deliver"}) {
            Answer answer = post(order + "/" + step, "/orders/{id}/" + step);
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        }
        Answer cancelled = post(api.placed() + "/cancel", "/orders/{id}/cancel");
        assertThat(cancelled.status()).isEqualTo(200);
    }

    @Test
    void theExampleOfAnOrderIsWhatPlacingTheExampleAnswers() {
        JsonNode example = description().at("/components/examples/Order/value");

        JsonNode answer = post("/orders", "/orders").json();

        assertThat(answer.propertyNames()).containsExactlyElementsOf(example.propertyNames());
        for (String same : new String[] {"lines", "total", "shippingAddress", "status"}) {
            assertThat(answer.path(same)).isEqualTo(example.path(same));
        }
    }

    @Test
    void statusesEventsAndProblemTypesAreThoseOfTheCode() {
        JsonNode schemas = description().path("components").path("schemas");

        assertThat(texts(schemas.at("/Status/enum")))
                .isEqualTo(
                        Arrays.stream(OrderStatus.values())
                                .map(Enum::name)
                                .collect(Collectors.toCollection(TreeSet::new)));
        assertThat(texts(schemas.at("/EventPage/properties/events/items/properties/type/enum")))
                .isEqualTo(
                        Arrays.stream(OrderEvent.class.getPermittedSubclasses())
                                .map(Class::getSimpleName)
                                .collect(Collectors.toCollection(TreeSet::new)));
        String responses = description().path("components").path("responses").toString();
        Set<String> names = new TreeSet<>();
        api.get("/problems")
                .json()
                .path("problems")
                .forEach(type ->
                        names.add(type.path("type").asString().substring("/problems/".length())));
        assertThat(names).contains("rule", "order-not-found", "malformed-order-id");
        names.removeAll(Set.of(ProblemType.OTHER.name(), ProblemType.METHOD_NOT_ALLOWED.name()));
        assertThat(names).allMatch(name -> responses.contains("`" + name + "`"));
    }

    @Test
    void everyResponseIsSaidToHaveACorrelationId() {
        JsonNode described = description();
        List<JsonNode> responses = new ArrayList<>();
        described.at("/components/responses").forEach(responses::add);
        for (JsonNode operations : described.path("paths")) {
            for (JsonNode operation : operations) {
                operation.path("responses").forEach(responses::add);
            }
        }

        assertThat(responses)
                .hasSizeGreaterThan(100)
                .allMatch(response ->
                        response.has("$ref") || response.at("/headers").has("X-Correlation-Id"));
    }

    @Test
    void theDocumentationIsServedForPeopleToo() {
        Answer docs = api.get("/docs");

        assertThat(docs.status()).isEqualTo(302);
        Answer page = api.get(docs.header("Location"));
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("swagger");
    }

    @Test
    void onlyTheNeededActuatorEndpointsAreExposed() {
        assertThat(api.get("/actuator/health").body()).contains("\"UP\"").doesNotContain("disk");
        assertThat(api.get("/actuator/health/liveness").status()).isEqualTo(200);
        assertThat(api.get("/actuator/health/readiness").status()).isEqualTo(200);
        assertThat(api.get("/actuator/metrics").status()).isEqualTo(200);
        for (String closed : new String[] {"env", "heapdump", "beans", "loggers", "threaddump"}) {
            api.get("/actuator/" + closed).isProblem(ProblemType.NOT_FOUND);
        }
    }

    private Answer post(String path, String described) {
        return api.post(path, example(described, "post").toString());
    }

    private JsonNode example(String path, String method) {
        JsonNode body = description().path("paths").path(path).path(method).path("requestBody");
        if (body.has("$ref")) {
            body = description().at(body.path("$ref").asString().substring(1));
        }
        JsonNode example = body.path("content").path("application/json").path("example");
        assertThat(example.isObject()).as(path).isTrue();
        return example;
    }

    private JsonNode description() {
        Answer answer = api.get("/v3/api-docs");
        assertThat(answer.status()).isEqualTo(200);
        return answer.json();
    }

    private static Set<String> texts(JsonNode array) {
        Set<String> texts = new TreeSet<>();
        array.forEach(text -> texts.add(text.asString()));
        return texts;
    }
}
