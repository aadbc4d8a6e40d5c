package dev.cobnut.web.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import tools.jackson.databind.JsonNode;

/// A controller with Spring's own annotations has the answers that the order service has.
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "cobnut.http.body-max=1KB",
            "server.address=127.0.0.1",
            "spring.jackson.deserialization.fail-on-unknown-properties=true"
        })
class GiftCardApiTest extends GuideApiTest {

    private static final String UNKNOWN = "/cards/019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a55";

    @Test
    void aBodyIsBoundAndAnAcceptedCommandIsAnswered() throws Exception {
        HttpResponse<String> sold = post("/cards", "{\"cents\":500}");

        assertThat(sold.statusCode()).isEqualTo(201);
        assertThat(sold.headers().firstValue("ETag")).hasValue("\"1\"");
        String card = sold.headers().firstValue("Location").orElseThrow();
        HttpResponse<String> spent = post(card + "/spend", "{\"cents\":200}", "If-Match", "\"1\"");
        assertThat(spent.statusCode()).isEqualTo(200);
        assertThat(spent.headers().firstValue("ETag")).hasValue("\"2\"");
        assertThat(json(get(card)).path("cents").asInt()).isEqualTo(300);
    }

    @Test
    void everyOtherOutcomeIsAProblem() throws Exception {
        String card = sold();

        JsonNode refused = problem(post(card + "/spend", "{\"cents\":501}"), 409, "rule");
        assertThat(refused.path("code").asString()).isEqualTo("card-too-small");
        assertThat(refused.path("detail").asString()).isEqualTo("Only 500 cents are left.");
        JsonNode mismatch =
                problem(
                        post(card + "/spend", "{\"cents\":1}", "If-Match", "\"7\""),
                        412,
                        "version-mismatch");
        assertThat(mismatch.path("detail").asString())
                .isEqualTo("The card is at version 1, not at 7.");
        problem(post(UNKNOWN + "/spend", "{\"cents\":1}"), 404, "card-not-found");
        problem(get(UNKNOWN), 404, "card-not-found");
        problem(
                post(card + "/spend", "{\"cents\":1}", "Idempotency-Key", "a b"),
                400,
                "malformed-header");
    }

    @Test
    void whoHasTheVersionIsToldSoWithoutTheBody() throws Exception {
        String card = sold();

        HttpResponse<String> read = send(request(card).header("If-None-Match", "\"1\""));

        assertThat(read.statusCode()).isEqualTo(304);
        assertThat(read.body()).isEmpty();
        assertThat(get(card).headers().firstValue("ETag")).hasValue("\"1\"");
    }

    @Test
    void anAnswerMayHaveAnotherBodyThanTheState() throws Exception {
        String[] key = {"Idempotency-Key", "pay-1"};
        String card = sold();

        HttpResponse<String> paid = post(card + "/payments", "{\"cents\":200}", key);
        JsonNode receipt = json(paid);
        assertThat(paid.headers().allValues("Cobnut-Consistency")).hasSize(1);

        assertThat(receipt.path("left").asInt()).isEqualTo(300);
        assertThat(json(post(card + "/payments", "{\"cents\":200}", key))).isEqualTo(receipt);
    }

    /// The key is for one command at one card.
    @Test
    void aRepeatedChangeTakesEffectOnceAndAnotherOneIsToldApart() throws Exception {
        String[] key = {"Idempotency-Key", "spend-1"};
        String card = sold();
        post(card + "/spend", "{\"cents\":200}", key);

        HttpResponse<String> repeated = post(card + "/spend", "{\"cents\":200}", key);

        assertThat(repeated.statusCode()).isEqualTo(200);
        assertThat(repeated.headers().firstValue("ETag")).hasValue("\"2\"");
        assertThat(repeated.headers().firstValue("Cobnut-Consistency")).isPresent();
        problem(post(card + "/spend", "{\"cents\":1}", key), 422, "idempotency-key-reused");
        problem(post(sold() + "/spend", "{\"cents\":200}", key), 422, "idempotency-key-reused");
    }

    @Test
    void aRepeatedCommandHasTheFirstAnswerAndAKeyBelongsToOneCommand() throws Exception {
        String[] key = {"Idempotency-Key", "sell-1"};
        String card = post("/cards", "{\"cents\":500}", key).headers().firstValue("Location").get();

        HttpResponse<String> repeated = post("/cards", "{\"cents\":500}", key);

        assertThat(repeated.statusCode()).isEqualTo(201);
        assertThat(repeated.headers().firstValue("Location")).hasValue(card);
        assertThat(repeated.headers().firstValue("Cobnut-Consistency")).isPresent();
        problem(post("/cards", "{\"cents\":501}", key), 422, "idempotency-key-reused");
    }

    @Test
    void aCommandMayHaveTheIdOfTheNewStreamAndItsRepetitionIsKnown() throws Exception {
        String[] key = {"Idempotency-Key", "noted-1"};

        HttpResponse<String> sold = post("/cards/noted", "{\"cents\":500}", key);

        String card = sold.headers().firstValue("Location").orElseThrow();
        assertThat(card).isEqualTo("/cards/" + json(sold).path("noted").asString());
        HttpResponse<String> repeated = post("/cards/noted", "{\"cents\":500}", key);
        assertThat(repeated.headers().firstValue("Location")).hasValue(card);
        assertThat(repeated.body()).isEqualTo(sold.body());
        problem(post("/cards/noted", "{\"cents\":501}", key), 422, "idempotency-key-reused");
    }

    @Test
    void whatSpringRefusesIsAProblemThatNamesThePlace() throws Exception {
        JsonNode constraint = problem(post("/cards", "{\"cents\":0}"), 422, "validation");
        assertThat(constraint.at("/errors/0/pointer").asString()).isEqualTo("/cents");
        assertThat(constraint.at("/errors/0/detail").asString()).contains("greater than 0");
        JsonNode id = problem(get("/cards/1"), 400, "malformed-parameter");
        assertThat(id.at("/errors/0/parameter").asString()).isEqualTo("id");
        assertThat(id.at("/errors/0/detail").asString()).isEqualTo("is not a UUID");
        JsonNode missing = problem(get("/cards"), 400, "malformed-parameter");
        assertThat(missing.at("/errors/0/detail").asString()).isEqualTo("is required");
        problem(get("/cards?cents=many"), 400, "malformed-parameter");
        problem(post("/cards", "{\"cents\":"), 400, "malformed-json");
        problem(post("/cards", ""), 400, "malformed-json");
        JsonNode shape = problem(post("/cards", "{\"cents\":\"many\"}"), 400, "body-shape");
        assertThat(shape.at("/errors/0/pointer").asString()).isEqualTo("/cents");
        assertThat(shape.at("/errors/0/detail").asString())
                .isEqualTo(
                        "must be a whole number from -9223372036854775808 to"
                                + " 9223372036854775807, but is \"many\"");
        problem(post("/cards", "{\"cents\":1,\"euros\":1}"), 400, "body-shape");
        problem(get("/none"), 404, "not-found");
    }

    @Test
    void aBodyIsLimitedAndHasAMediaType() throws Exception {
        String large = "{\"cents\":5%s}".formatted(" ".repeat(1_024));

        problem(post("/cards", large), 413, "body-too-large");
        problem(
                send(request("/cards").POST(BodyPublishers.ofString("{\"cents\":5}"))),
                415,
                "unsupported-media-type");
    }

    @Test
    void aHandlerThatNamesItsBodiesGetsThemAndNoOthers() throws Exception {
        String event = "{\"specversion\":\"1.0\"}";

        assertThat(send(event("application/cloudevents+json", event)).statusCode()).isEqualTo(200);
        assertThat(GiftCardController.LAST_EVENT).hasValue(event);
        problem(send(event("application/json", event)), 415, "unsupported-media-type");
        problem(send(event("text/plain", event)), 415, "unsupported-media-type");
        problem(
                send(
                        event("application/cloudevents+json", event)
                                .header("Content-Encoding", "gzip")),
                415,
                "unsupported-media-type");
    }

    private HttpRequest.Builder event(String mediaType, String body) {
        return request("/cards/events")
                .POST(BodyPublishers.ofString(body))
                .header("Content-Type", mediaType);
    }

    @Test
    void aBugIsAProblemWithoutItsMessage() throws Exception {
        JsonNode bug = problem(get("/cards?cents=1"), 500, "internal");

        assertThat(bug.toString()).doesNotContain("index", "Exception");
    }

    @Test
    void theTypesOfTheApplicationAreExplainedBesideTheGeneralOnes() throws Exception {
        assertThat(json(get("/problems/card-not-found")).path("title").asString())
                .isEqualTo("There is no such card");
        assertThat(json(get("/problems/rule")).path("status").asInt()).isEqualTo(409);
    }

    private String sold() throws IOException, InterruptedException {
        return post("/cards", "{\"cents\":500}").headers().firstValue("Location").orElseThrow();
    }

    private HttpResponse<String> post(String path, String body, String... headers)
            throws IOException, InterruptedException {
        return send("POST", path, body, headers);
    }
}
