package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.orders.api.ApiClient.Answer;
import dev.cobnut.web.problem.ProblemType;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What the browser is told about the start page. `StartPageIT` uses the page.
class StartPageApiTest extends ApiTest {

    @Test
    void thePageRunsNothingButItsOwnScriptAndAsksNobodyElse() throws Exception {
        Answer page = api.get("/", "Accept", "text/html,*/*;q=0.8");

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type")).isEqualTo("text/html;charset=UTF-8");
        assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(page.header("Content-Security-Policy"))
                .startsWith("default-src 'none'; connect-src 'self';")
                .contains("script-src 'sha256-" + hash(page.body(), "script") + "'")
                .contains("style-src 'sha256-" + hash(page.body(), "style") + "'")
                .doesNotContain("unsafe");
        assertThat(page.body())
                .as("nothing from elsewhere, and nothing that the policy forbids")
                .doesNotContain(" src=", "@import", " style=", " onclick=", "eval(", "innerHTML")
                .doesNotContainPattern(Pattern.compile("(href|url)[=(]\"?https?:"));
    }

    @Test
    void aBrowserThatHasThePageIsToldSo() {
        Answer first = api.get("/");
        assertThat(first.header("Cache-Control")).contains("max-age=0", "must-revalidate");

        Answer again = api.get("/", "If-None-Match", first.header("ETag"));

        assertThat(again.status()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
    }

    @Test
    void thereIsNothingElseBesideIt() {
        api.get("/index.html").isProblem(ProblemType.NOT_FOUND);
        api.get("/start/index.html").isProblem(ProblemType.NOT_FOUND);
        Answer posted = api.post("/", "{}");
        posted.isProblem(ProblemType.METHOD_NOT_ALLOWED);
        assertThat(posted.header("Allow")).isEqualTo("GET, HEAD");
    }

    private static String hash(String page, String tag) throws Exception {
        String content =
                page.substring(
                        page.indexOf('<' + tag + '>') + tag.length() + 2,
                        page.indexOf("</" + tag + '>'));
        return Base64.getEncoder()
                .encodeToString(
                        MessageDigest.getInstance("SHA-256")
                                .digest(content.getBytes(StandardCharsets.UTF_8)));
    }
}
