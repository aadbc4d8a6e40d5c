package dev.cobnut.framework.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The Java code of a page of the documentation, which a test compiles and runs.
public final class GuideCode {

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```$");

    private GuideCode() {}

    /// Asserts that every block of a page is in the code of tests, whatever its line breaks.
    ///
    /// @return number of the blocks
    public static int requireIn(Path page, Path... tests) throws IOException {
        StringBuilder code = new StringBuilder();
        for (Path test : tests) {
            code.append(squeezed(Files.readString(test)));
        }
        Matcher blocks = BLOCK.matcher(Files.readString(page));
        int found = 0;
        while (blocks.find()) {
            found++;
            assertThat(code).contains(squeezed(blocks.group(1)));
        }
        return found;
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }
}
