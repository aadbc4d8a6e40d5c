package dev.cobnut.loadtests.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseParserTest {

    private static final String SIZED =
            "HTTP/1.1 201 \r\nContent-Length: 5\r\nETag: \"1\"\r\n\r\nhello";
    private static final String CHUNKED =
            """
            HTTP/1.1 200 OK\r
            transfer-encoding: chunked\r
            \r
            a;x=y\r
            0123456789\r
            3\r
            abc\r
            0\r
            Trailer: t\r
            \r
            """;

    private final ResponseParser parser = new ResponseParser();

    @ParameterizedTest
    @ValueSource(strings = {SIZED, CHUNKED})
    void aResponseIsCompleteWithItsLastByteHoweverItIsFragmented(String response) throws Exception {
        for (int cut = 1; cut < response.length(); cut++) {
            assertThat(parser.feed(bytes(response.substring(0, cut)))).isFalse();
            assertThat(parser.begun()).isTrue();
            assertThat(parser.feed(bytes(response.substring(cut)))).isTrue();
            assertThat(parser.begun()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SIZED, CHUNKED})
    void aResponseMayArriveByteByByte(String response) throws Exception {
        for (int i = 0; i < response.length() - 1; i++) {
            assertThat(parser.feed(bytes(response.substring(i, i + 1)))).isFalse();
        }
        assertThat(parser.feed(bytes(response.substring(response.length() - 1)))).isTrue();
    }

    @Test
    void whatFollowsAResponseStaysForTheNextOne() throws Exception {
        ByteBuffer both = bytes(CHUNKED + SIZED);

        assertThat(parser.feed(both)).isTrue();
        assertThat(parser.status()).isEqualTo(200);
        assertThat(both.remaining()).isEqualTo(SIZED.length());
        assertThat(parser.feed(both)).isTrue();
        assertThat(parser.status()).isEqualTo(201);
    }

    @Test
    void anInterimResponseIsNotTheAnswer() throws Exception {
        assertThat(parser.feed(bytes("HTTP/1.1 100 Continue\r\n\r\n" + SIZED))).isTrue();
        assertThat(parser.status()).isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 204 No Content\r\n\r\n",
                "HTTP/1.1 304 Not Modified\r\n\r\n",
                "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"
            })
    void aResponseWithoutBodyEndsWithItsHeader(String response) throws Exception {
        assertThat(parser.feed(bytes(response))).isTrue();
        assertThat(parser.closes()).isFalse();
    }

    @Test
    void aServerThatClosesSaysSo() throws Exception {
        assertThat(parser.feed(bytes(SIZED.replace("ETag: \"1\"", "Connection: close")))).isTrue();
        assertThat(parser.closes()).isTrue();
    }

    @Test
    void withoutLengthTheEndOfTheStreamEndsTheBody() throws Exception {
        assertThat(parser.feed(bytes("HTTP/1.1 200 OK\r\n\r\nall of it"))).isFalse();
        assertThat(parser.endOfStream()).isTrue();
        assertThat(parser.closes()).isTrue();
    }

    @Test
    void theEndOfTheStreamInTheMiddleIsNoAnswer() throws Exception {
        assertThat(parser.feed(bytes(SIZED.substring(0, SIZED.length() - 1)))).isFalse();
        assertThat(parser.endOfStream()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9.2\r\n",
                "HTTP/1.1 2xx OK\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: many\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
            })
    void whatIsNoResponseIsRefused(String bytes) {
        assertThatThrownBy(() -> parser.feed(bytes(bytes))).isInstanceOf(ProtocolException.class);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }
}
