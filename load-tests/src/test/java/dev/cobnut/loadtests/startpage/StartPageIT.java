package dev.cobnut.loadtests.startpage;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.cobnut.lab.flamegraph.Browser;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.loadtests.RealService;
import dev.cobnut.loadtests.orders.CommandKind;
import dev.cobnut.loadtests.orders.CommandRequest;
import dev.cobnut.loadtests.orders.OrderBodies;
import dev.cobnut.loadtests.orders.OrdersClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.JsonNodeFactory;

/// The start page in a real browser, with the built service. What is used is found by its label and
/// its role, as a screen reader finds it.
class StartPageIT {

    private static final double SOON_MS = 120_000;

    @TempDir private static @Nullable Path folder;

    private static @Nullable Browser browser;
    private static @Nullable ServiceProcess service;

    private final List<String> complaints = new ArrayList<>();
    private @Nullable Page opened;

    @BeforeAll
    static void start() throws Exception {
        Optional<Path> executable = Browser.executable();
        Assumptions.assumeTrue(
                executable.isPresent(),
                "no Chromium is installed, or it is hidden (apt-get install chromium)");
        Path place = folder;
        if (place == null) {
            throw new AssertionError("JUnit makes the folder");
        }
        service =
                ServiceProcess.start(
                        // Feeds end after two seconds, so the page has to connect again and again.
                        RealService.command().with("--cobnut.feed.connection-time-max=2s"),
                        place.resolve("data"),
                        place.resolve("service.log"),
                        RealService.READY_MAX);
        browser = new Browser(executable.orElseThrow());
    }

    @AfterAll
    static void stop() throws Exception {
        if (browser != null) {
            browser.close();
        }
        if (service != null) {
            service.kill9();
        }
    }

    @AfterEach
    void thePageHasNoErrorsAndAsksNobodyElse() {
        if (opened != null) {
            opened.close();
        }
        assertThat(complaints).isEmpty();
    }

    @Test
    void anOrderIsPlacedSeenLiveAdvancedAndThereAfterAReload() throws Exception {
        Page page = open(1_200, 900, false);
        button(page, "Place the order").click();

        isSoon(page.locator("#status"), "Placed");
        isSoon(page.locator("#order-live"), "live");
        steps(page, 1);
        isSoon(page.locator("#all li").first().locator("span"), "Placed");
        button(page, "Confirm").click();
        isSoon(page.locator("#status"), "Confirmed");
        steps(page, 2);

        String order = page.locator("#orderId").textContent();
        try (OrdersClient other = new OrdersClient(running().uri())) {
            var payment =
                    OrderBodies.payment(JsonNodeFactory.instance.stringNode("35.98"), "by-another");
            var pay =
                    new CommandRequest(
                            CommandKind.PAY, UUID.randomUUID().toString(), order, null, payment);
            assertThat(other.send(pay).status()).isEqualTo(200);
        }
        isSoon(page.locator("#status"), "Paid");
        steps(page, 3);
        assertThat(page.locator("#timeline li").nth(2).textContent()).contains("by-another");

        page.reload();
        isSoon(page.locator("#status"), "Paid");
        steps(page, 3);
        page.getByLabel("Tracking number").fill("");
        button(page, "Ship").click();
        isSoon(page.locator("#trackingNumber-mistake"), "must not be blank");
        assertThat(page.getByLabel("Tracking number")).hasAttribute("aria-invalid", "true");
        page.getByLabel("Tracking number").fill("track-7");
        page.keyboard().press("Enter");
        isSoon(page.locator("#status"), "Shipped");
        button(page, "Mark as delivered").click();
        isSoon(page.locator("#status"), "Delivered");
        steps(page, 5);
        assertThat(page.locator("#steps button")).hasCount(0);
        complaints.removeIf(complaint -> complaint.contains("status of 422"));
    }

    @Test
    void mistakesAreShownBesideTheirFieldsAndTheFirstOneHasTheFocus() {
        Page page = open(1_200, 900, false);
        page.getByLabel("Customer").fill("");
        page.getByLabel("Price").fill("a lot");
        button(page, "Add a line").click();
        page.getByLabel("Product").nth(1).fill("hazel-500");
        button(page, "Place the order").click();

        isSoon(page.locator("#customerId-mistake"), "must not be blank");
        assertThat(page.locator("#unitPrice0-mistake")).not().isEmpty();
        assertThat(page.locator("#place-problem")).containsText("wrong");
        assertThat(page.getByLabel("Customer")).isFocused();
        assertThat(page.locator("#order")).isHidden();
        complaints.removeIf(complaint -> complaint.contains("status of 4"));
    }

    @Test
    void theKeyboardAloneIsEnough() {
        Page page = open(1_200, 900, true);
        page.keyboard().press("Tab");
        assertThat(page.locator(".skip")).isFocused();
        page.keyboard().press("Enter");
        page.keyboard().press("Tab");
        assertThat(page.getByLabel("Customer")).isFocused();
        page.keyboard().press("Enter");

        isSoon(page.locator("#status"), "Placed");
        assertThat(page.locator("#order-title")).isFocused();
        page.keyboard().press("Tab");
        assertThat(button(page, "Confirm")).isFocused();
        page.keyboard().press("Enter");
        isSoon(page.locator("#status"), "Confirmed");
        assertThat(button(page, "Pay 35.98 EUR")).isFocused();
    }

    @ParameterizedTest
    @CsvSource({"1200, 900, false", "1200, 900, true", "390, 844, false", "390, 844, true"})
    void aPageOfAnySizeNeedsNoSidewaysScrollAndItsInputsHaveNames(
            int width, int height, boolean dark) {
        Page page = open(width, height, dark);
        button(page, "Place the order").click();
        isSoon(page.locator("#order-live"), "live");
        steps(page, 1);

        assertThat(number(page, "document.documentElement.scrollWidth")).isLessThanOrEqualTo(width);
        assertThat(
                        number(
                                page,
                                "Array.from(document.querySelectorAll('input,select')).filter(i => !i.labels.length).length"))
                .isZero();
        page.screenshot(
                new Page.ScreenshotOptions()
                        .setFullPage(true)
                        .setPath(
                                Path.of(
                                        "target/start-page-%d-%s.png"
                                                .formatted(width, dark ? "dark" : "light"))));
    }

    private Page open(int width, int height, boolean dark) {
        Browser started = browser;
        if (started == null) {
            throw new AssertionError("it was started before");
        }
        Page page = started.open(running().uri().resolve("/"), width, height, dark, complaints);
        opened = page;
        return page;
    }

    private static ServiceProcess running() {
        ServiceProcess started = service;
        if (started == null) {
            throw new AssertionError("it was started before");
        }
        return started;
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private static int number(Page page, String script) {
        return ((Number) page.evaluate(script)).intValue();
    }

    private static void isSoon(Locator what, String text) {
        assertThat(what).hasText(text, new LocatorAssertions.HasTextOptions().setTimeout(SOON_MS));
    }

    private static void steps(Page page, int count) {
        assertThat(page.locator("#timeline li"))
                .hasCount(count, new LocatorAssertions.HasCountOptions().setTimeout(SOON_MS));
    }
}
