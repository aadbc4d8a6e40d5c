package dev.cobnut.sink.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookSignatureTest {

    private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);
    private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static final long TIMESTAMP = 1_614_265_330;
    private static final String PUBLISHED = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

    private static String secret(int bytes, int fill) {
        byte[] random = new byte[bytes];
        Arrays.fill(random, (byte) fill);
        return "whsec_" + Base64.getEncoder().encodeToString(random);
    }

    @Test
    void theExampleOfStandardWebhooksHasThePublishedSignature() {
        assertThat(new WebhookSignature(List.of(SentEvents.SECRET)).of(ID, TIMESTAMP, BODY))
                .isEqualTo(PUBLISHED);
    }

    @Test
    void duringARotationBothSecretsSign() {
        String other = secret(64, 7);
        String alone = new WebhookSignature(List.of(other)).of(ID, TIMESTAMP, BODY);
        assertThat(new WebhookSignature(List.of(other, SentEvents.SECRET)).of(ID, TIMESTAMP, BODY))
                .isEqualTo(alone + " " + PUBLISHED);
        assertThat(alone).isNotEqualTo(PUBLISHED);
    }

    @Test
    void anotherIdTimeOrBodyHasAnotherSignature() {
        WebhookSignature signature = new WebhookSignature(List.of(SentEvents.SECRET));
        assertThat(
                        List.of(
                                signature.of(ID + "x", TIMESTAMP, BODY),
                                signature.of(ID, TIMESTAMP + 1, BODY),
                                signature.of(ID, TIMESTAMP, new byte[] {'{', '}'})))
                .doesNotHaveDuplicates()
                .doesNotContain(PUBLISHED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "whsec_",
                "whsec_%%%%",
                "whsec_c2hvcnQtb25l",
                "whsk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
            })
    void whatIsNoSecretIsRefusedAndNotShown(String secret) {
        assertThatThrownBy(() -> new WebhookSignature(List.of(secret)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("is whsec_ and then 24 to 64 random bytes in base64");
    }

    @Test
    void aSecretHas24To64Bytes() {
        assertThat(new WebhookSignature(List.of(secret(24, 1), secret(64, 1))).isEmpty()).isFalse();
        assertThatThrownBy(() -> new WebhookSignature(List.of(secret(65, 1))))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
