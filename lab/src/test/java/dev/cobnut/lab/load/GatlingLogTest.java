package dev.cobnut.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatlingLogTest {

    @TempDir Path folder;

    private final List<String> seen = new ArrayList<>();

    private final GatlingLog.Visitor visitor =
            new GatlingLog.Visitor() {
                @Override
                public void response(
                        String name, long start, long end, boolean ok, String message) {
                    seen.add("%s %d-%d %s %s".formatted(name, start, end, ok, message));
                }

                @Override
                public void userStarted(long at) {
                    seen.add("user " + at);
                }

                @Override
                public void error(String message, long at) {
                    seen.add(message + " " + at);
                }
            };

    @Test
    void recordsAreReadInTheirOrderAndTextsByTheirIndex() throws IOException {
        assertThat(GatlingLog.read(file(log(GatlingLog.VERSION)), visitor)).isTrue();

        assertThat(seen)
                .containsExactly(
                        "user 1001",
                        "place 1001-1003 true ",
                        "place 1002-1010 false late",
                        "it broke 1011");
    }

    @Test
    void anotherVersionIsRefusedByName() {
        assertThatThrownBy(() -> GatlingLog.read(file(log("3.16.0")), visitor))
                .hasMessageContaining("not a log of Gatling 3.15.1 but of '3.16.0'");
    }

    @Test
    void aFileThatIsNotALogIsRefused() {
        assertThatThrownBy(() ->
                        GatlingLog.read(file("RUN\tx".getBytes(StandardCharsets.UTF_8)), visitor))
                .hasMessageContaining("not a log of Gatling 3.15.1");
    }

    @Test
    void theLogOfAKilledGeneratorIsReadUpToItsLastWholeRecord() throws IOException {
        byte[] whole = log(GatlingLog.VERSION);
        byte[] cut = Arrays.copyOf(whole, whole.length - 3);

        assertThat(GatlingLog.read(file(cut), visitor)).isFalse();

        assertThat(seen).hasSize(3).last().asString().startsWith("place 1002");
    }

    @Test
    void anUnknownRecordIsNotSkipped() throws IOException {
        byte[] whole = log(GatlingLog.VERSION);
        byte[] more = Arrays.copyOf(whole, whole.length + 1);
        more[whole.length] = 9;

        assertThatThrownBy(() -> GatlingLog.read(file(more), visitor))
                .hasMessageContaining("unknown type 9");
    }

    private Path file(byte[] content) throws IOException {
        return Files.write(folder.resolve("simulation.log"), content);
    }

    private static byte[] log(String version) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(0);
        string(out, version);
        string(out, "dev.cobnut.Simulation");
        out.writeLong(1_000);
        string(out, "");
        out.writeInt(1);
        string(out, "scenario");
        out.writeInt(1);
        out.writeInt(2);
        out.writeShort(7);
        out.writeByte(2);
        out.writeInt(0);
        out.writeBoolean(true);
        out.writeInt(1);
        out.writeByte(1);
        out.writeInt(0);
        out.writeInt(1);
        string(out, "place");
        out.writeInt(1);
        out.writeInt(3);
        out.writeBoolean(true);
        out.writeInt(2);
        string(out, "");
        out.writeByte(1);
        out.writeInt(0);
        out.writeInt(-1);
        out.writeInt(2);
        out.writeInt(10);
        out.writeBoolean(false);
        out.writeInt(3);
        string(out, "late");
        out.writeByte(4);
        out.writeInt(4);
        string(out, "it broke");
        out.writeInt(11);
        return bytes.toByteArray();
    }

    private static void string(DataOutputStream out, String text) throws IOException {
        out.writeInt(text.length());
        if (!text.isEmpty()) {
            out.write(text.getBytes(StandardCharsets.ISO_8859_1));
            out.writeByte(0);
        }
    }
}
