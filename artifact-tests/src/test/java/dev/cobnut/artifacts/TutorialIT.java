package dev.cobnut.artifacts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cobnut.artifacts.CodeBlocks.Block;
import dev.cobnut.artifacts.ConsumerBuild.Ended;
import dev.cobnut.artifacts.ConsumerBuild.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Follows `docs/tutorial.md` step by step: writes its files, runs its commands, and compares the
/// answers with those on the page. A staging repository stands for `./cobnut install`.
class TutorialIT {

    private static final CodeBlocks TUTORIAL = CodeBlocks.of("docs/tutorial.md");
    private static final Pattern STEP = Pattern.compile("\\d+\\. .*");
    private static final Pattern FILE = Pattern.compile("`([\\w./-]+)`:");
    private static final Pattern INSERTION =
            Pattern.compile("Add to the `<(\\w+)>` of `([\\w.]+)`:");
    private static final String CARD_ON_PAGE = "01a1f874-3e4b-7000-9f10-2b7d3c9e4a55";
    private static final Duration EVENTS_MAX = Duration.ofMinutes(2);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final List<String> variables = new ArrayList<>();
    private String url = "";
    private String card = "";

    @Test
    void theFirstCommandIsSentAfterAtMostTenCommandsOrEdits() {
        List<String> steps =
                TUTORIAL.blocks().stream()
                        .map(Block::section)
                        .filter(section -> STEP.matcher(section).matches())
                        .distinct()
                        .toList();
        assertThat(steps).hasSizeBetween(1, 10);
        assertThat(steps.getLast()).isEqualTo("10. Sell a card");
        assertThat(steps)
                .allSatisfy(step ->
                        assertThat(actions(step)).as("what is done in step " + step).hasSize(1));
    }

    /// The files that a step writes or changes, and the lines of its commands.
    private static Set<String> actions(String step) {
        Set<String> actions = new TreeSet<>();
        for (Block block : TUTORIAL.blocks()) {
            Matcher insertion = INSERTION.matcher(block.lead());
            Matcher file = FILE.matcher(block.lead());
            if (!block.section().equals(step) || block.language().equals("http")) {
                continue;
            }
            if (insertion.matches()) {
                actions.add(insertion.group(2));
            } else if (file.matches()) {
                actions.add(file.group(1));
            } else {
                block.text().lines().forEach(actions::add);
            }
        }
        return actions;
    }

    @Test
    void followedStepByStepItAnswersAsThePageSays() throws Exception {
        assumeTrue(ConsumerBuild.onPath("curl"), "there is no curl on the PATH");
        try (ConsumerBuild build = ConsumerBuild.staged(folder)) {
            Path project = Files.createDirectories(folder.resolve("cards"));
            write(project);
            Path pom = project.resolve("pom.xml");
            insert(pom, "project", build.repositories());

            Ended built = build.mvn(project, "package");
            assumeTrue(
                    !built.lacksArtifactsOfOthers(),
                    () -> "Maven could not get what the tutorial needs: " + built.firstError());
            assertThat(built.code()).as(built.output()).isZero();
            assertThat(project.resolve("target/surefire-reports")).isDirectory();

            String jar = command("java -jar ").substring("java -jar ".length()).strip();
            try (Running service = build.serve(project, project.resolve(jar))) {
                url = service.url();
                converse();
                await().atMost(EVENTS_MAX)
                        .until(() ->
                                service.output().contains("Dear ada, here is your card " + card));
            }
        }
    }

    private static void write(Path project) throws IOException {
        for (Block block : TUTORIAL.blocks()) {
            Matcher insertion = INSERTION.matcher(block.lead());
            Matcher file = FILE.matcher(block.lead());
            if (insertion.matches()) {
                insert(project.resolve(insertion.group(2)), insertion.group(1), block.text());
            } else if (file.matches()) {
                Path path = project.resolve(file.group(1));
                Files.createDirectories(path.getParent());
                Files.writeString(path, block.text());
            }
        }
    }

    private static void insert(Path file, String element, String text) throws IOException {
        String before = Artifacts.text(file);
        String end = "</" + element + ">";
        assertThat(before).containsOnlyOnce(end);
        Files.writeString(file, before.replace(end, text + end));
    }

    private static String command(String beginning) {
        return TUTORIAL.block("bash", beginning);
    }

    /// Runs each block with `curl` and compares with the block of HTTP behind it. What is read
    /// follows the events, so its answer may come a moment later.
    private void converse() {
        List<Block> blocks = TUTORIAL.blocks();
        int answers = 0;
        for (int i = 1; i < blocks.size(); i++) {
            if (blocks.get(i).language().equals("http")) {
                answers++;
                String request = blocks.get(i - 1).text();
                String page = blocks.get(i).text();
                if (request.contains(" -d ")) {
                    compare(page, answer(request));
                } else {
                    await().atMost(EVENTS_MAX).untilAsserted(() -> compare(page, answer(request)));
                }
                request.lines().filter(line -> line.matches("\\w+=.*")).forEach(variables::add);
            }
        }
        assertThat(answers).isEqualTo(4);
    }

    private String answer(String request) {
        String script =
                actual(String.join("\n", variables) + "\n" + request)
                        .replaceFirst("(?m)^curl -i", "curl -s -i");
        try {
            Ended ended = ConsumerBuild.run(folder, List.of("bash", "-c", script));
            assertThat(ended.code()).as(script).isZero();
            return ended.output();
        } catch (IOException e) {
            throw new AssertionError(script, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(script, e);
        }
    }

    /// Each line of the page is one of the answer; `…` stands for any text.
    private void compare(String page, String answer) {
        Matcher location = Pattern.compile("(?m)^Location: /cards/([\\w-]+)").matcher(answer);
        if (card.isEmpty() && location.find()) {
            card = location.group(1);
        }
        List<String> lines = answer.lines().map(String::strip).toList();
        assertThat(actual(page).lines().filter(line -> !line.isBlank()))
                .allSatisfy(line ->
                        assertThat(lines)
                                .as(line)
                                .anyMatch(one ->
                                        one.matches(Pattern.quote(line).replace("…", "\\E.*\\Q"))));
    }

    private String actual(String text) {
        return text.replace("http://127.0.0.1:8080", url)
                .replace(CARD_ON_PAGE, card.isEmpty() ? CARD_ON_PAGE : card);
    }
}
