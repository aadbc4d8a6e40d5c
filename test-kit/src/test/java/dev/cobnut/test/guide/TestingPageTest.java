package dev.cobnut.test.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.test.guide.VoucherCommand.Redeem;
import dev.cobnut.test.guide.VoucherEvent.VoucherIssued;
import dev.cobnut.test.guide.VoucherEvent.VoucherRedeemed;
import dev.cobnut.test.scenario.DomainScenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The Java code of the page is the code of this package and of an example, whatever the
/// indentation.
class TestingPageTest {

    private static final Path PAGE = Path.of("../docs/testing-your-domain.md");
    private static final Path GUIDE = Path.of("src/test/java/dev/cobnut/test/guide");
    private static final Path EXAMPLE =
            Path.of("../examples/library/src/test/java/com/example/library");
    private static final Pattern BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

    @Test
    void everyExampleOfThePageIsPartOfATest() throws IOException {
        List<String> blocks =
                BLOCK.matcher(Files.readString(PAGE))
                        .results()
                        .map((MatchResult block) -> unindented(block.group(1)))
                        .toList();
        List<String> sources = new ArrayList<>();
        for (Path folder : List.of(GUIDE, EXAMPLE)) {
            try (Stream<Path> files = Files.list(folder)) {
                files.map(TestingPageTest::read)
                        .map(TestingPageTest::unindented)
                        .forEach(sources::add);
            }
        }

        assertThat(blocks).hasSizeGreaterThan(5);
        assertThat(blocks)
                .allSatisfy(block ->
                        assertThat(sources)
                                .anySatisfy(source -> assertThat(source).contains(block)));
    }

    @Test
    void theFailureOfThePageIsTheOneThatIsGiven() throws IOException {
        String page = Files.readString(PAGE);

        assertThatThrownBy(() ->
                        DomainScenario.of(new VoucherDecider())
                                .given(new VoucherIssued("ada", "EUR", 50_00))
                                .when(new Redeem(30_00))
                                .thenEvents(new VoucherRedeemed(29_99, DomainScenario.NOW)))
                .isExactlyInstanceOf(AssertionError.class)
                .satisfies(
                        failure -> assertThat(page).contains("\n" + failure.getMessage() + "\n"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String unindented(String code) {
        return code.replaceAll("\\s+", " ").strip();
    }
}
