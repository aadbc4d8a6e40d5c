package dev.cobnut.artifacts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The blocks of code of a page, for tests that do what it says.
///
/// @param blocks in the order of the page
record CodeBlocks(Path file, List<Block> blocks) {

    private static final Pattern BLOCK =
            Pattern.compile("(?ms)^(?:(## [^\n]*)$|```(\\w+)\n(.*?)^```$)");

    /// A block of code.
    ///
    /// @param section the heading of its section, without `##`; empty before the first one
    /// @param lead the last line of text before it
    record Block(String section, String lead, String language, String text) {}

    /// @param file its path from the root of the repository
    static CodeBlocks of(String file) {
        Path path = Artifacts.ROOT.resolve(file);
        String text = Artifacts.text(path);
        List<Block> blocks = new ArrayList<>();
        String section = "";
        for (Matcher found = BLOCK.matcher(text); found.find(); ) {
            if (found.group(1) != null) {
                section = found.group(1).substring("## ".length());
            } else {
                String lead = text.substring(0, found.start()).stripTrailing();
                blocks.add(
                        new Block(
                                section,
                                lead.substring(lead.lastIndexOf('\n') + 1),
                                found.group(2),
                                found.group(3)));
            }
        }
        return new CodeBlocks(path, blocks);
    }

    /// The first block in a language that begins so.
    String block(String language, String beginning) {
        List<String> found =
                blocks.stream()
                        .filter(block -> block.language().equals(language))
                        .map(Block::text)
                        .filter(text -> text.startsWith(beginning))
                        .toList();
        assertThat(found).as("a block in " + file).isNotEmpty();
        return found.getFirst();
    }
}
