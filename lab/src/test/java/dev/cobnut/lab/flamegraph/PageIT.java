package dev.cobnut.lab.flamegraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests the page in a real browser, opened from disk.
class PageIT {

    private static final String POLL = "dev.cobnut.framework.outbox.OutboxPublisher.poll";
    private static final String PLACE = "dev.cobnut.orders.api.Orders.place";

    private static @Nullable Browser browser;

    @TempDir Path folder;

    private final List<String> complaints = new ArrayList<>();
    private @Nullable Page opened;

    @BeforeAll
    static void start() {
        Optional<Path> executable = Browser.executable();
        Assumptions.assumeTrue(
                executable.isPresent(),
                "no Chromium is installed, or it is hidden (apt-get install chromium, or name one in "
                        + Browser.VARIABLE
                        + ")");
        browser = new Browser(executable.orElseThrow());
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    @AfterEach
    void thePageHasNoErrorsAndLoadsNothingFromOtherPlaces() {
        if (opened != null) {
            opened.close();
        }
        assertThat(complaints).isEmpty();
    }

    @Test
    void thePageContainsTheTextsOfTheComparison() throws Exception {
        Page page = open(Collapsed.SERVICE);

        assertThat(page.title()).isEqualTo("Outbox & its <polls>");
        assertThat(page.textContent("#title")).isEqualTo("Outbox & its <polls>");
        assertThat(page.textContent("#badge")).isEqualTo("▼ outbox −75 % · better");
        assertThat(page.textContent("#sides"))
                .contains("outbox: a caption of before", "outbox: a caption of after");
        assertThat(page.textContent("#facts")).contains("runs 01-A, 02-B", "merged into [rare]");
    }

    @Test
    void afterIsNarrowerThanBeforePerRequestAndAsWideInShares() throws Exception {
        Page page = open(Collapsed.SERVICE);
        choose(page, "before");
        double before = width(page, "all");
        choose(page, "after");
        double perRequest = width(page, "all");
        choose(page, "share");

        assertThat(perRequest / before).isCloseTo(0.7, within(0.01));
        assertThat(width(page, "all") / before).isCloseTo(1, within(0.01));
        assertThat(width(page, POLL) / before).isCloseTo(0.1 / 0.7, within(0.01));
    }

    @Test
    void theNumbersFollowTheNormalisation() throws Exception {
        Page page = open(Collapsed.SERVICE);
        cell(page, POLL).click();

        assertThat(row(page, "total"))
                .containsExactly("400 µs", "100 µs", "▼ −75.0 %", "400", "100");
        assertThat(row(page, "self"))
                .containsExactly("50.0 µs", "20.0 µs", "▼ −60.0 %", "50", "20");
        choose(page, "second");
        assertThat(row(page, "total")).startsWith("40.0 ms", "10.0 ms");
        choose(page, "share");
        assertThat(row(page, "total")).startsWith("40.0 %", "14.3 %");
    }

    @Test
    void wordsAndColoursShowTheDifference() throws Exception {
        Page page = open(Collapsed.SERVICE);

        assertThat(page.isChecked("input[value=diff]")).isTrue();
        assertThat(cell(page, POLL).textContent()).startsWith("▼ −75.0 %");
        assertThat(cell(page, PLACE).textContent()).isEqualTo(PLACE);
        assertThat(colour(page, PLACE)).isEqualTo(colour(page, "start_thread"));
        assertThat(colour(page, POLL)).isNotEqualTo(colour(page, PLACE));
        assertThat(page.textContent("#about-view")).contains("One run each: it may be chance.");
        assertThat(page.textContent("#facts")).contains("no verdict: one run each");
        assertThat(page.textContent("#legend"))
                .contains("▼ costs less than before", "▲ costs more")
                .doesNotContain("Hazelcast");
    }

    @Test
    void whatVanishedIsInTheDifferenceOnBefore() throws Exception {
        Page page = open(Collapsed.SERVICE);
        String values = "com.hazelcast.map.IMap.values";
        assertThat(frames(page)).contains("com.hazelcast.map.IMap.page").doesNotContain(values);
        assertThat(cell(page, "com.hazelcast.map.IMap.page").textContent()).startsWith("only in B");

        choose(page, "gone");
        assertThat(cell(page, values).textContent()).startsWith("only in A");
        assertThat(colour(page, values)).isNotEqualTo(colour(page, PLACE));
        assertThat(page.textContent("#about-view")).startsWith("Widths: before, 1000 µs");
    }

    @Test
    void aSideWithoutSamplesSaysSo() throws Exception {
        Page page = open("a.B.c 0 10");
        choose(page, "gone");

        assertThat(page.textContent("#about-view")).isEqualTo("No samples.");
    }

    @Test
    void theSearchCountsEachStackOnce() throws Exception {
        Page page = open(Collapsed.SERVICE);
        page.fill("#search", "OutboxPublisher|IMap|java\\.lang");

        assertThat(page.textContent("#found"))
                .isEqualTo(
                        "Stacks through 4 matching frames: before 800 µs per request, 80.00 %,"
                                + " 800 samples · after 500 µs per request, 71.43 %, 500 samples");
        assertThat(page.locator(".cell.found").count()).isEqualTo(3);
        page.fill("#search", "(");
        assertThat(page.textContent("#found")).startsWith("This is no regular expression");
        page.fill("#search", "nowhere");
        assertThat(page.textContent("#found")).isEqualTo("No frame matches.");
    }

    @Test
    void theCulpritIsOutlinedAndNumberedAsInThePicture() throws Exception {
        Page page = open(Collapsed.SERVICE);
        choose(page, "before");
        Locator boxes = page.locator(".box");
        BoundingBox box = boxes.first().boundingBox();
        BoundingBox poll = cell(page, POLL).boundingBox();

        assertThat(boxes.count()).isEqualTo(1);
        assertThat(box.x).isCloseTo(poll.x, within(3.0));
        assertThat(box.width).isCloseTo(poll.width, within(5.0));
        assertThat(box.y).isCloseTo(poll.y, within(3.0));
        assertThat(boxes.first().textContent()).isEqualTo("1");
        assertThat(page.textContent("#callouts")).isEqualTo("1 outbox: 400 → 100 µs");
    }

    @Test
    void aClickZoomsInAndEscapeZoomsOut() throws Exception {
        Page page = open(Collapsed.SERVICE);
        choose(page, "before");
        double whole = width(page, "all");
        cell(page, POLL).click();

        assertThat(width(page, POLL)).isCloseTo(whole, within(2.0));
        assertThat(frames(page)).doesNotContain(PLACE);
        page.focus("#graph");
        page.keyboard().press("Escape");
        page.keyboard().press("Escape");
        assertThat(frames(page)).contains(PLACE);
        assertThat(page.isDisabled("#reset")).isTrue();
    }

    @Test
    void theKeyboardAloneReachesEverything() throws Exception {
        Page page = open(Collapsed.SERVICE);
        choose(page, "before");
        page.focus("#graph");
        page.keyboard().press("ArrowUp");
        assertThat(selected(page)).isEqualTo("java.lang.Thread.run");
        page.keyboard().press("ArrowRight");
        assertThat(selected(page)).isEqualTo("start_thread");
        page.keyboard().press("ArrowLeft");
        page.keyboard().press("ArrowUp");
        page.keyboard().press("ArrowRight");
        assertThat(selected(page)).isEqualTo(POLL);
        page.keyboard().press("Enter");
        assertThat(frames(page)).doesNotContain(PLACE);
        assertThat(page.textContent("#detail")).contains(POLL, "400 µs");
        page.keyboard().press("Home");
        assertThat(selected(page)).isEqualTo("all");
        page.keyboard().press("/");
        page.keyboard().type("place");
        assertThat(page.textContent("#found")).startsWith("Stacks through 1 matching frame");
        page.keyboard().press("Escape");
        assertThat(page.inputValue("#search")).isEmpty();
        assertThat(page.evaluate("document.activeElement.id")).isEqualTo("graph");
    }

    @Test
    void tabsReachTheControlsAndTheGraphWithAVisibleFocus() throws Exception {
        Page page = open(Collapsed.SERVICE);
        List<String> reached = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            page.keyboard().press("Tab");
            reached.add(
                    (String)
                            page.evaluate(
                                    "document.activeElement.id || document.activeElement.name"));
            assertThat(page.evaluate("getComputedStyle(document.activeElement).outlineStyle"))
                    .isNotEqualTo("none");
        }

        assertThat(reached).containsExactly("view", "layout", "norm", "threads", "search", "graph");
    }

    @Test
    void theAddressRemembersWhatIsShown() throws Exception {
        Page page = open(Collapsed.SERVICE);
        assertThat(page.url()).doesNotContain("#");
        choose(page, "before");
        choose(page, "icicle");
        choose(page, "share");
        page.fill("#search", "place");
        cell(page, POLL).click();
        List<String> shown = frames(page);
        String address = page.url();
        page.reload();
        page.waitForSelector("body[data-ready]");

        assertThat(address).contains("view=before", "layout=icicle", "norm=share", "q=place");
        assertThat(page.url()).isEqualTo(address);
        assertThat(frames(page)).isEqualTo(shown).doesNotContain(PLACE);
        assertThat(page.inputValue("#search")).isEqualTo("place");
    }

    @Test
    void anAddressThatNamesNothingShowsTheDifference() throws Exception {
        Page page = open(Collapsed.SERVICE);
        page.evaluate("location.hash = '#view=none&zoom=4711&threads=none'");
        page.waitForCondition(() -> !page.url().contains("none"));

        assertThat(page.isChecked("input[value=diff]")).isTrue();
        assertThat(frames(page)).contains(PLACE);
    }

    @Test
    void callersAndCalleesOfAFrameAreMergedWhereverItIs() throws Exception {
        Page page =
                open(
                        """
                        a.B.one;x.Y.shared;c.D.leaf 30 30
                        a.B.two;x.Y.shared;c.D.leaf 20 20
                        a.B.two;x.Y.shared;c.D.other 10 10
                        a.B.two;d.E.rest 40 40
                        """);
        choose(page, "before");
        cell(page, "x.Y.shared").click();
        page.click("#callers");

        assertThat(frames(page))
                .containsExactlyInAnyOrder(
                        "x.Y.shared", "c.D.leaf", "c.D.other", "a.B.one", "a.B.two");
        double whole = width(page, "x.Y.shared");
        assertThat(width(page, "c.D.leaf") / whole).isCloseTo(50 / 60.0, within(0.02));
        assertThat(width(page, "a.B.one") / whole).isCloseTo(0.5, within(0.02));
        assertThat(cell(page, "a.B.one").boundingBox().y)
                .isGreaterThan(cell(page, "x.Y.shared").boundingBox().y);
        assertThat(row(page, "total")).startsWith("60.0 µs");
        assertThat(page.url()).contains("frame=x.Y.shared");
        page.focus("#graph");
        page.keyboard().press("Escape");
        page.keyboard().press("Escape");
        assertThat(frames(page)).contains("d.E.rest");
    }

    @Test
    void beforeAndAfterStandSideBySideOnOneScale() throws Exception {
        Page page = open(Collapsed.SERVICE);
        choose(page, "both");
        Locator roots = page.locator(".cell[data-frame=all]");

        assertThat(roots.count()).isEqualTo(2);
        assertThat(roots.nth(1).boundingBox().width / roots.nth(0).boundingBox().width)
                .isCloseTo(0.7, within(0.02));
        assertThat(roots.nth(1).boundingBox().x).isGreaterThan(600);
        assertThat(page.textContent("#graph")).contains("before", "after");
    }

    @Test
    void theRootIsAboveInAnIcicle() throws Exception {
        Page page = open(Collapsed.SERVICE);
        choose(page, "icicle");

        assertThat(cell(page, "all").boundingBox().y).isLessThan(cell(page, POLL).boundingBox().y);
        page.focus("#graph");
        page.keyboard().press("ArrowDown");
        assertThat(selected(page)).isEqualTo("java.lang.Thread.run");
    }

    @Test
    void threadsAndEndpointsCanBeFiltered() throws Exception {
        Page page =
                open(
                        """
                        [endpoint POST /orders];[thread http];a.B.place 30 30
                        [endpoint GET /orders];[thread http];a.B.list 20 20
                        [endpoint GET /orders];[thread http];a.B.both 4 4
                        [endpoint POST /orders];[thread http];a.B.both 6 6
                        [thread outbox];a.B.drain 50 50
                        """);
        choose(page, "before");
        assertThat(frames(page)).noneMatch(frame -> frame.contains("endpoint"));
        assertThat(page.locator("#endpoint option").allTextContents())
                .containsExactly("all", "(no endpoint)", "POST /orders", "GET /orders");
        page.selectOption("#threads", "http");
        assertThat(frames(page)).contains("a.B.place", "a.B.list").doesNotContain("a.B.drain");
        cell(page, "all").click();
        assertThat(row(page, "total")).startsWith("60.0 µs");
        page.selectOption("#endpoint", "GET /orders");
        assertThat(frames(page)).contains("a.B.list", "a.B.both").doesNotContain("a.B.place");
        cell(page, "a.B.both").click();
        assertThat(row(page, "total")).containsExactly("4.00 µs", "4.00 µs", "0.0 %", "4", "4");
        assertThat(row(page, "self")).startsWith("4.00 µs");
        assertThat(page.url()).contains("threads=http", "endpoint=GET");
        page.selectOption("#threads", "");
        page.click("#reset");
        page.selectOption("#endpoint", "(no endpoint)");
        assertThat(frames(page)).contains("a.B.drain").doesNotContain("a.B.both");
    }

    @Test
    void aChangeIsCertainOnlyWhereNoFilterCutsIt() throws Exception {
        Page page =
                open(
                        """
                        [endpoint GET /orders];a.B.cut 300 100
                        [endpoint POST /orders];a.B.cut 300 100
                        [endpoint GET /orders];a.B.whole 300 100
                        """);
        assertThat(cell(page, "a.B.cut").textContent()).startsWith("▼");
        page.selectOption("#endpoint", "GET /orders");

        assertThat(cell(page, "a.B.whole").textContent()).startsWith("▼");
        assertThat(cell(page, "a.B.cut").textContent()).isEqualTo("a.B.cut");
        assertThat(colour(page, "a.B.cut")).isNotEqualTo(colour(page, "a.B.whole"));
    }

    @Test
    void withoutThreadsInTheDataTheOutermostClassesOfTheProgramGroupThem() throws Exception {
        Page page = open(Collapsed.SERVICE);

        assertThat(page.isVisible("#endpoint")).isFalse();
        assertThat(page.locator("#threads option").allTextContents())
                .containsExactlyInAnyOrder("all", "Processor", "OutboxPublisher", "(JDK and JVM)");
        page.selectOption("#threads", "OutboxPublisher");
        assertThat(frames(page)).contains(POLL).doesNotContain(PLACE);
    }

    @Test
    void eachFrameHasItsNameAndNumbersForAScreenReader() throws Exception {
        Page page = open(Collapsed.SERVICE);
        Locator poll = cell(page, POLL);

        assertThat(poll.getAttribute("role")).isEqualTo("treeitem");
        assertThat(poll.getAttribute("aria-level")).isEqualTo("3");
        assertThat(poll.getAttribute("aria-label"))
                .isEqualTo(POLL + ", before 400 µs, after 100 µs");
        assertThat(page.getAttribute("#graph", "aria-activedescendant")).isEqualTo("c0");
    }

    @Test
    void oneProfileHasNoBeforeAndNoAfter() throws Exception {
        Page page = open(Collapsed.single(Collapsed.SERVICE));
        assertThat(page.isVisible("#badge")).isFalse();
        assertThat(page.isVisible("#views")).isFalse();
        assertThat(page.textContent("#about-view")).startsWith("All: 1000 µs per request");
        assertThat(frames(page))
                .contains(POLL, PLACE)
                .doesNotContain("com.hazelcast.map.IMap.page");
        assertThat(page.locator(".box").count()).isEqualTo(1);

        cell(page, POLL).click();
        assertThat(row(page, "total")).containsExactly("400 µs", "400");
        assertThat(cell(page, POLL).getAttribute("aria-label")).isEqualTo(POLL + ", 400 µs");
        page.fill("#search", "Orders");
        assertThat(page.textContent("#found"))
                .isEqualTo(
                        "Stacks through 2 matching frames: 400 µs per request, 40.00 %, 400 samples");
        assertThat(page.innerText("body")).doesNotContain("before").doesNotContain("both sides");
    }

    @Test
    void aTooltipFollowsTheMouse() throws Exception {
        Page page = open(Collapsed.SERVICE);
        assertThat(page.isVisible("#tip")).isFalse();
        cell(page, POLL).hover();

        assertThat(page.textContent("#tip")).contains(POLL, "total", "self", "400 µs", "▼ −75.0 %");
    }

    @Test
    void namesAreTextAndNeverMarkup() throws Exception {
        Page page = open(PageDataTest.hostile());

        assertThat(frames(page)).contains("a.B.<init>", "a.B.</script><b>x</b>", "\"&'{{data}}");
        assertThat(page.textContent("#title")).isEqualTo("</script><b>title");
        assertThat(page.locator("#graph b").count()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1024, 1600, 2560})
    void nothingIsCutOffAtTheUsualWidths(int width) throws Exception {
        Page page = open(Collapsed.comparison(Collapsed.SERVICE), width, width == 1600);

        assertThat((Integer) page.evaluate("document.documentElement.scrollWidth - innerWidth"))
                .isLessThanOrEqualTo(0);
        assertThat(width(page, "all")).isGreaterThan(width - 80.0);
        assertThat(page.evaluate("getComputedStyle(document.body).backgroundColor"))
                .isEqualTo(width == 1600 ? "rgb(22, 24, 28)" : "rgb(255, 255, 255)");
    }

    private Page open(String text) throws Exception {
        return open(Collapsed.comparison(text));
    }

    private Page open(FlameComparison comparison) throws Exception {
        return open(comparison, 1280, false);
    }

    private Page open(FlameComparison comparison, int width, boolean dark) throws Exception {
        Path file = folder.resolve("page.html");
        Files.writeString(file, new FlameGraphs(comparison).page());
        Browser started = browser;
        if (started == null) {
            throw new IllegalStateException("the browser was not started");
        }
        Page page = started.open(file, width, 900, dark, complaints);
        opened = page;
        return page;
    }

    private static void choose(Page page, String value) {
        page.check("input[value=" + value + "]");
    }

    private static Locator cell(Page page, String frame) {
        return page.locator(".cell[data-frame='" + frame + "']").first();
    }

    private static double width(Page page, String frame) {
        return cell(page, frame).boundingBox().width;
    }

    private static List<String> frames(Page page) {
        return page.locator(".cell").all().stream()
                .map(cell -> String.valueOf(cell.getAttribute("data-frame")))
                .toList();
    }

    private static String colour(Page page, String frame) {
        return (String)
                cell(page, frame).evaluate("cell => getComputedStyle(cell).backgroundColor");
    }

    private static String selected(Page page) {
        return String.valueOf(page.getAttribute(".cell.selected", "data-frame"));
    }

    /// The numeric cells of a row, without the name of the row.
    private static List<String> row(Page page, String name) {
        return page.locator("#detail tbody tr").all().stream()
                .map(tr -> tr.locator("th, td").allTextContents())
                .filter(texts -> texts.getFirst().equals(name))
                .map(texts -> texts.subList(1, texts.size()))
                .findFirst()
                .orElseThrow();
    }
}
