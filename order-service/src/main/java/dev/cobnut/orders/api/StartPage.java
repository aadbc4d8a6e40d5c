package dev.cobnut.orders.api;

import dev.cobnut.web.answer.ProblemWriter;
import dev.cobnut.web.problem.Problem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.springframework.core.io.ClassPathResource;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;

/// The page at `/`: one file without parts from elsewhere. Its policy lets the browser run the
/// script and the style that are in the file, by their hashes, and lets them ask this service only.
final class StartPage implements HttpRequestHandler {

    private static final String FILE = "start/index.html";
    private static final List<String> METHODS = List.of("GET", "HEAD");

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

    /// The mapping of the page, behind those of the API. A function of a router would be asked
    /// before them, with every request.
    static HandlerMapping mapping() throws IOException {
        try (InputStream in = new ClassPathResource(FILE).getInputStream()) {
            StartPage start = new StartPage(in.readAllBytes());
            return new SimpleUrlHandlerMapping(Map.of("/", start), ApiConfiguration.BEHIND_THE_API);
        }
    }

    @Override
    public void handleRequest(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (!METHODS.contains(request.getMethod())) {
            Problem problem =
                    Problem.ofStatus(HttpServletResponse.SC_METHOD_NOT_ALLOWED)
                            .withDetail(request.getMethod() + " is not allowed here.")
                            .withHeader("Allow", String.join(", ", METHODS));
            ProblemWriter.write(problem, request, response);
            return;
        }
        // Asked for again each time, and then answered with 304.
        response.setHeader("Cache-Control", "max-age=0, must-revalidate");
        if (new ServletWebRequest(request, response).checkNotModified(etag)) {
            return;
        }
        response.setContentType("text/html;charset=UTF-8");
        response.setContentLength(page.length);
        response.setHeader("Content-Security-Policy", policy);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.getOutputStream().write(page);
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
