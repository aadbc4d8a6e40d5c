package dev.cobnut.web.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.web.problem.ProblemType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The page about this module says what the code does.
class WebPageTest {

    private static final Path PAGE = Path.of("../docs/web.md");
    private static final Path GUIDE = Path.of("src/test/java/dev/cobnut/web/guide");
    private static final Pattern BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

    @Test
    void everyExampleIsPartOfTheGuide() throws IOException {
        List<String> blocks =
                BLOCK.matcher(Files.readString(PAGE))
                        .results()
                        .map((MatchResult block) -> unindented(block.group(1)))
                        .toList();
        String guide =
                unindented(
                        Files.readString(GUIDE.resolve("GiftCardController.java"))
                                + Files.readString(GUIDE.resolve("GiftCards.java"))
                                + Files.readString(GUIDE.resolve("VoucherController.java")));

        assertThat(blocks).hasSizeGreaterThan(2);
        assertThat(blocks).allSatisfy(block -> assertThat(guide).contains(block));
    }

    @Test
    void everyTypeOfProblemIsInTheTable() throws IOException {
        String page = Files.readString(PAGE);

        assertThat(ProblemType.general())
                .allSatisfy(type ->
                        assertThat(page)
                                .contains("| `%s` | %d |".formatted(type.name(), type.status())));
    }

    private static String unindented(String code) {
        return code.replaceAll("\\s+", " ").strip();
    }
}
