package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The code of `docs/webhooks.md` verifies signatures.
class WebhooksPageTest {

    private static final Path PAGE = Path.of("../docs/webhooks.md");
    private static final Path VERIFIER =
            Path.of("src/test/java/dev/cobnut/orders/api/WebhookVerifier.java");

    /// The published example of Standard Webhooks.
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static final String TIMESTAMP = "1614265330";
    private static final String BODY = "{\"test\": 2432232314}";
    private static final String SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
    private static final String OTHER = "v1,AAAA9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

    @TempDir Path folder;

    private static String block(String language) throws IOException {
        Matcher block =
                Pattern.compile("```" + language + "\\n(.*?)```", Pattern.DOTALL)
                        .matcher(Files.readString(PAGE));
        assertThat(block.find()).isTrue();
        return block.group(1);
    }

    private static String unindented(String code) {
        return code.replaceAll("\\s+", " ").strip();
    }

    private static boolean isGenuine(String timestamp, String signatures, String body, long now)
            throws Exception {
        return new WebhookVerifier(SECRET)
                .isGenuine(
                        ID,
                        timestamp,
                        signatures,
                        body.getBytes(StandardCharsets.UTF_8),
                        Instant.ofEpochSecond(now));
    }

    @Test
    void theCodeInJavaIsThatOfTheReceiverOfTheTests() throws Exception {
        assertThat(unindented(Files.readString(VERIFIER))).contains(unindented(block("java")));
        long sent = Long.parseLong(TIMESTAMP);
        assertThat(isGenuine(TIMESTAMP, SIGNATURE, BODY, sent + 300)).isTrue();
        assertThat(isGenuine(TIMESTAMP, OTHER + " " + SIGNATURE, BODY, sent)).isTrue();
        assertThat(isGenuine(TIMESTAMP, SIGNATURE, BODY, sent + 301)).isFalse();
        assertThat(isGenuine(TIMESTAMP, SIGNATURE, BODY, sent - 301)).isFalse();
        assertThat(isGenuine(TIMESTAMP, OTHER, BODY, sent)).isFalse();
        assertThat(isGenuine("1614265331", SIGNATURE, BODY, sent)).isFalse();
        assertThat(isGenuine(TIMESTAMP, SIGNATURE, BODY + " ", sent)).isFalse();
    }

    @Test
    void theCodeInPythonAnswersTheSame() throws Exception {
        Path script = folder.resolve("verify.py");
        String asked =
                """

                sent = %1$s
                def ask(timestamp, signatures, body, now):
                    return is_genuine("%2$s", "%3$s", timestamp, signatures, body, now)
                body = b'%4$s'
                assert ask("%1$s", "%5$s", body, sent + 300)
                assert ask("%1$s", "%6$s %5$s", body, sent)
                assert not ask("%1$s", "%5$s", body, sent + 301)
                assert not ask("%1$s", "%5$s", body, sent - 301)
                assert not ask("%1$s", "%6$s", body, sent)
                assert not ask("1614265331", "%5$s", body, sent)
                assert not ask("%1$s", "%5$s", body + b" ", sent)
                print("verified")
                """
                        .formatted(TIMESTAMP, SECRET, ID, BODY, SIGNATURE, OTHER);
        Files.writeString(script, block("python") + asked);
        assertThat(run(script)).isEqualTo("verified\n");
    }

    private static String run(Path script) throws Exception {
        Process python;
        try {
            python =
                    new ProcessBuilder("python3", script.toString())
                            .redirectErrorStream(true)
                            .start();
        } catch (IOException _) {
            assumeTrue(false, "there is no python3");
            throw new AssertionError();
        }
        assertThat(python.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
