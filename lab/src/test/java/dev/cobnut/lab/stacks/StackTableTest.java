package dev.cobnut.lab.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.lab.stacks.StackTable.Count;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackTableTest {

    @TempDir Path folder;

    @Test
    void aWrittenTableIsReadBackUnchanged() throws Exception {
        StackTable table = new StackTable(ProfileEvent.ALLOC, List.of("01-A", "02-B"));
        table.add("01-A", List.of("main", "a.B.c", "byte[]"), 3, 4_096);
        table.add("02-B", List.of("main", "a.B.c", "byte[]"), 1, 512);
        table.add("02-B", List.of("main", "a.B.c"), 2, 7);
        table.add("02-B", List.of("main", "a.B.<init>", "do_syscall_64_[k]"), 5, 1);

        table.write(folder.resolve("t.gz"));
        StackTable read = StackTable.read(folder.resolve("t.gz"));

        assertThat(rows(read)).isEqualTo(rows(table)).hasSize(3);
        assertThat(read.event()).isEqualTo(ProfileEvent.ALLOC);
        assertThat(read.runs()).containsExactly("01-A", "02-B");
        assertThat(read.total("02-B")).isEqualTo(new Count(8, 520));
    }

    @Test
    void theOrderOfAddingDoesNotMatter() throws Exception {
        StackTable one = new StackTable(ProfileEvent.CPU, List.of("r"));
        one.add("r", List.of("a", "b"), 1, 10);
        one.add("r", List.of("a"), 2, 20);
        StackTable other = new StackTable(ProfileEvent.CPU, List.of("r"));
        other.add("r", List.of("a"), 2, 20);
        other.add("r", List.of("a", "b"), 1, 10);

        one.write(folder.resolve("one"));
        other.write(folder.resolve("other"));

        assertThat(folder.resolve("one")).hasSameBinaryContentAs(folder.resolve("other"));
    }

    @Test
    void endpointsAreLeftOutForWhatDoesNotAskForThem() throws Exception {
        StackTable table = new StackTable(ProfileEvent.CPU, List.of("01-A", "02-B"));
        table.add("01-A", List.of(StackTable.endpointFrame("GET /a"), "main", "a.B.c"), 1, 10);
        table.add("02-B", List.of(StackTable.endpointFrame("GET /b"), "main", "a.B.c"), 2, 20);
        table.add("01-A", List.of("main", "a.B.c"), 3, 30);
        table.write(folder.resolve("t.gz"));
        StackTable read = StackTable.read(folder.resolve("t.gz"));

        assertThat(rows(read)).isEqualTo(rows(table)).hasSize(3);
        assertThat(rows(read.withoutEndpoints()))
                .isEqualTo(
                        Map.of(
                                List.of("main", "a.B.c"),
                                List.of(new Count(4, 40), new Count(2, 20))));
        StackTable plain = read.withoutEndpoints();
        assertThat(plain.withoutEndpoints()).isSameAs(plain);
    }

    @Test
    void aNameIsWrittenOnce() throws Exception {
        StackTable table = new StackTable(ProfileEvent.CPU, List.of("r"));
        table.add("r", List.of("a", "b", "a"), 1, 10);
        table.add("r", List.of("a", "c"), 2, 20);

        table.write(folder.resolve("t.gz"));

        try (InputStream in = new GZIPInputStream(Files.newInputStream(folder.resolve("t.gz")))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(
                            "cobnut-stacks 2\ncpu\nr\n3\na\nb\nc\n0 0\n1 1\n2 0\t0:1:10\n1 2\t0:2:20\n");
        }
    }

    @Test
    void aFileThatIsNotATableIsNamed() throws Exception {
        Path file = Files.writeString(folder.resolve("broken.gz"), "no gzip");

        assertThatThrownBy(() -> StackTable.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("broken.gz cannot be read");
    }

    private static Map<List<String>, List<Count>> rows(StackTable table) {
        Map<List<String>, List<Count>> rows = new LinkedHashMap<>();
        table.forEach(rows::put);
        return rows;
    }
}
