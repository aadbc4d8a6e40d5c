package dev.cobnut.web.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import tools.jackson.databind.JsonNode;

/// The commands of a boundary have the answers that those of a decider have.
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = "server.address=127.0.0.1")
class VoucherApiTest extends GuideApiTest {

    @Test
    void anAcceptedCommandIsAnsweredWithTheStateItsVersionAndItsPosition() throws Exception {
        String voucher = issued(UUID.randomUUID());
        String ada = of(UUID.randomUUID());

        HttpResponse<String> before = get(voucher + ada);
        HttpResponse<String> redeemed = put(voucher + ada);

        assertThat(before.statusCode()).isEqualTo(200);
        assertThat(json(before).path("redeemed").asInt()).isZero();
        assertThat(redeemed.statusCode()).isEqualTo(200);
        assertThat(json(redeemed).path("redeemed").asInt()).isEqualTo(1);
        assertThat(redeemed.headers().firstValue("Cobnut-Consistency")).isPresent();
        assertThat(etag(redeemed)).isNotEqualTo(etag(before)).isEqualTo(etag(get(voucher + ada)));

        HttpResponse<String> again = put(voucher + ada); // leads to no event
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(etag(again)).isEqualTo(etag(redeemed));
        assertThat(again.headers().firstValue("Cobnut-Consistency")).isEmpty();
    }

    @Test
    void everyOtherOutcomeIsAProblem() throws Exception {
        String voucher = issued(UUID.randomUUID());
        String ada = of(UUID.randomUUID());
        put(voucher + ada);

        JsonNode redeemed = problem(put(voucher + of(UUID.randomUUID())), 409, "rule");
        assertThat(redeemed.path("code").asString()).isEqualTo("voucher-redeemed");
        assertThat(redeemed.path("detail").asString())
                .isEqualTo("Somebody has redeemed this voucher.");
        JsonNode missing = problem(put(path(UUID.randomUUID()) + ada), 404, "voucher-not-found");
        assertThat(missing.path("detail").asString()).isEqualTo("There is no such voucher.");
        problem(get(path(UUID.randomUUID()) + ada), 404, "voucher-not-found");
        problem(put(voucher + ada, "If-Match", "\"0\""), 400, "malformed-header");
        problem(put(voucher + ada, "Idempotency-Key", "a b"), 400, "malformed-header");
        problem(put("/vouchers/1" + ada), 400, "malformed-parameter");
    }

    @Test
    void whatWasReadAndHasChangedSinceIsAMismatchAndWhoHasTheVersionIsToldSo() throws Exception {
        UUID customer = UUID.randomUUID();
        String first = issued(UUID.randomUUID());
        String second = issued(UUID.randomUUID());
        String read = etag(get(first + of(customer)));
        put(second + of(customer)); // changes what the customer may, not the first voucher

        JsonNode mismatch =
                problem(put(first + of(customer), "If-Match", read), 412, "version-mismatch");

        assertThat(mismatch.path("expectedVersion").asString()).isEqualTo(read.replace("\"", ""));
        String now = etag(get(first + of(customer)));
        assertThat(now).isEqualTo("\"" + mismatch.path("actualVersion").asString() + "\"");
        assertThat(send(request(first + of(customer)).header("If-None-Match", now)).statusCode())
                .isEqualTo(304);
        assertThat(put(first + of(customer), "If-Match", now).statusCode()).isEqualTo(200);
    }

    @Test
    void aRepeatedCommandHasTheFirstAnswerAndAKeyBelongsToOneCommand() throws Exception {
        UUID customer = UUID.randomUUID();
        String voucher = issued(UUID.randomUUID());
        String other = issued(UUID.randomUUID());
        String read = etag(get(voucher + of(customer)));
        String[] headers = {"Idempotency-Key", "redeem-" + customer, "If-Match", read};
        HttpResponse<String> first = put(voucher + of(customer), headers);
        put(other + of(customer));

        HttpResponse<String> repeated = put(voucher + of(customer), headers);

        assertThat(repeated.statusCode()).isEqualTo(200);
        assertThat(repeated.body()).isEqualTo(first.body());
        assertThat(etag(repeated)).isEqualTo(etag(first));
        assertThat(repeated.headers().firstValue("Cobnut-Consistency"))
                .isEqualTo(first.headers().firstValue("Cobnut-Consistency"));
        problem(
                put(other + of(customer), "Idempotency-Key", "redeem-" + customer),
                422,
                "idempotency-key-reused");
    }

    @Test
    void ofManyVouchersACustomerRedeemsTwoHoweverManyComeAtOnce() throws Exception {
        String customer = of(UUID.randomUUID());
        List<String> vouchers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            vouchers.add(issued(UUID.randomUUID()));
        }
        List<CompletableFuture<Integer>> answers =
                vouchers.stream()
                        .map(voucher ->
                                CompletableFuture.supplyAsync(
                                        () -> statusOfPut(voucher + customer),
                                        Thread::startVirtualThread))
                        .toList();

        assertThat(answers)
                .extracting(answer -> answer.orTimeout(2, TimeUnit.MINUTES).join())
                .containsOnly(200, 409)
                .filteredOn(status -> status == 200)
                .hasSize(2);
    }

    private int statusOfPut(String path) {
        try {
            return put(path).statusCode();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private String issued(UUID code) throws IOException, InterruptedException {
        assertThat(put(path(code)).statusCode()).isEqualTo(204);
        return path(code);
    }

    private static String path(UUID code) {
        return "/vouchers/" + code;
    }

    private static String of(UUID customer) {
        return "/customers/" + customer;
    }

    private static String etag(HttpResponse<String> answer) {
        return answer.headers().firstValue("ETag").orElseThrow();
    }

    private HttpResponse<String> put(String path, String... headers)
            throws IOException, InterruptedException {
        return send("PUT", path, "", headers);
    }
}
