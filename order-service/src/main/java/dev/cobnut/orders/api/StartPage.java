package dev.cobnut.orders.api;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/// The page at `/`: one file without parts from elsewhere. Its policy lets the browser run the
/// script and the style that are in the file, by their hashes, and lets them ask this service only.
final class StartPage {

    private static final String FILE = "start/index.html";

    private final byte[] page;
    private final String etag;
    private final String policy;

    private StartPage(byte[] page) {
        this.page = page;
        String text = new String(page, StandardCharsets.UTF_8);
        this.etag = '"' + HexFormat.of().formatHex(sha256(page), 0, 8) + '"';
        this.policy =
                "default-src 'none'; connect-src 'self'; img-src data:; script-src "
                        + source(text, "script")
                        + "; style-src "
                        + source(text, "style")
                        + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    }

    static RouterFunction<ServerResponse> route() throws IOException {
        try (InputStream in = new ClassPathResource(FILE).getInputStream()) {
            StartPage start = new StartPage(in.readAllBytes());
            return RouterFunctions.route().GET("/", start::answer).build();
        }
    }

    private ServerResponse answer(ServerRequest request) {
        return request.checkNotModified(etag)
                .orElseGet(() ->
                        ServerResponse.ok()
                                .contentType(
                                        new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8))
                                // Asked for again each time, and then answered with 304.
                                .cacheControl(CacheControl.maxAge(Duration.ZERO).mustRevalidate())
                                .eTag(etag)
                                .header("Content-Security-Policy", policy)
                                .header("X-Content-Type-Options", "nosniff")
                                .header("Referrer-Policy", "no-referrer")
                                .body(page));
    }

    /// The hash of what is between the tags, as a source of the policy.
    private static String source(String text, String tag) {
        int begin = text.indexOf('<' + tag + '>') + tag.length() + 2;
        String content = text.substring(begin, text.indexOf("</" + tag + '>', begin));
        byte[] hash = sha256(content.getBytes(StandardCharsets.UTF_8));
        return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
