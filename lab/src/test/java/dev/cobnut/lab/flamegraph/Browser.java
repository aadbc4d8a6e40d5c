package dev.cobnut.lab.flamegraph;

import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Controls the machine's Chromium, without a window and without a network.
public final class Browser implements AutoCloseable {

    /// The environment variable that names another executable.
    static final String VARIABLE = "COBNUT_BROWSER";

    private static final List<String> USUAL =
            List.of(
                    "/usr/bin/chromium",
                    "/usr/bin/chromium-browser",
                    "/usr/bin/google-chrome",
                    "/usr/bin/google-chrome-stable",
                    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
                    "/Applications/Chromium.app/Contents/MacOS/Chromium");

    private static final List<String> FLAGS =
            List.of(
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-quic",
                    "--no-first-run",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync");

    private static final double TIMEOUT_MS = 120_000;

    private final Playwright playwright;
    private final com.microsoft.playwright.Browser browser;

    public Browser(Path executable) {
        playwright =
                Playwright.create(
                        new Playwright.CreateOptions()
                                .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser =
                playwright
                        .chromium()
                        .launch(
                                new BrowserType.LaunchOptions()
                                        .setExecutablePath(executable)
                                        .setHeadless(true)
                                        .setTimeout(TIMEOUT_MS)
                                        .setArgs(FLAGS));
    }

    /// The machine's browser, unless `COBNUT_TEST_WITHOUT` hides it.
    public static Optional<Path> executable() {
        String hidden = System.getenv("COBNUT_TEST_WITHOUT");
        if (hidden != null && List.of(hidden.split(" *, *", -1)).contains("chromium")) {
            return Optional.empty();
        }
        List<String> candidates = new ArrayList<>(USUAL);
        String own = System.getenv(VARIABLE);
        if (own != null) {
            candidates.addFirst(own);
        }
        return candidates.stream().map(Path::of).filter(Files::isExecutable).findFirst();
    }

    /// Opens a page from disk. External requests of the page and errors of its script are added to
    /// `complaints`.
    public Page open(Path file, int width, int height, boolean dark, List<String> complaints) {
        return open(file.toUri(), width, height, dark, complaints);
    }

    /// Opens a page of a service; requests to this service are none of the external ones.
    public Page open(URI address, int width, int height, boolean dark, List<String> complaints) {
        Page page =
                browser.newPage(
                        new com.microsoft.playwright.Browser.NewPageOptions()
                                .setViewportSize(width, height)
                                .setColorScheme(
                                        dark
                                                ? com.microsoft.playwright.options.ColorScheme.DARK
                                                : com.microsoft.playwright.options.ColorScheme
                                                        .LIGHT));
        page.setDefaultTimeout(TIMEOUT_MS);
        page.onPageError(complaints::add);
        page.onConsoleMessage(message -> complaints.add(message.text()));
        page.onRequest(request -> {
            if (!request.url().startsWith(address.toString())) {
                complaints.add("requests " + request.url());
            }
        });
        page.navigate(address.toString());
        page.waitForSelector("body[data-ready]");
        return page;
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
