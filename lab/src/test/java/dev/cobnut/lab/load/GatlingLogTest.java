package dev.cobnut.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.lab.generator.AnswerLog;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatlingLogTest {

    @TempDir Path folder;

    @Test
    void recordsAreReadInTheirOrderAndTextsByTheirIndex() throws IOException {
        GatlingLog log = read(log(GatlingLog.VERSION));

        assertThat(log.complete).isTrue();
        assertThat(log.users).containsExactly(1001L);
        assertThat(log.responses)
                .containsExactly(
                        new GatlingLog.Response("place", 1001, 1003, 2000, true, ""),
                        new GatlingLog.Response("place", 1002, 1010, 8000, false, "late"));
        assertThat(log.crashes)
                .containsExactly(new GatlingLog.Response("", 1011, 1011, 0, false, "it broke"));
    }

    @Test
    void aLatencyIsThatOfTheOtherLogWhichHasItInMicroseconds() throws IOException {
        AnswerLog.Times late = new AnswerLog.Times(1002, 1010);

        GatlingLog log =
                GatlingLog.read(
                        file(log(GatlingLog.VERSION)),
                        Map.of(late, new ArrayDeque<>(List.of(7654))));

        assertThat(log.responses)
                .extracting(GatlingLog.Response::micros)
                .containsExactly(2000L, 7654L);
    }

    @Test
    void anotherVersionIsRefusedByName() {
        assertThatThrownBy(() -> read(log("3.16.0")))
                .hasMessageContaining("not a log of Gatling 3.15.1 but of '3.16.0'");
    }

    @Test
    void aFileThatIsNotALogIsRefused() {
        assertThatThrownBy(() -> read("RUN\tx".getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("not a log of Gatling 3.15.1");
    }

    @Test
    void theLogOfAKilledGeneratorIsReadUpToItsLastWholeRecord() throws IOException {
        byte[] whole = log(GatlingLog.VERSION);
        byte[] cut = Arrays.copyOf(whole, whole.length - 3);

        GatlingLog log = read(cut);

        assertThat(log.complete).isFalse();
        assertThat(log.responses).hasSize(2);
        assertThat(log.crashes).isEmpty();
    }

    @Test
    void anUnknownRecordIsNotSkipped() throws IOException {
        byte[] whole = log(GatlingLog.VERSION);
        byte[] more = Arrays.copyOf(whole, whole.length + 1);
        more[whole.length] = 9;

        assertThatThrownBy(() -> read(more)).hasMessageContaining("unknown type 9");
    }

    private GatlingLog read(byte[] content) throws IOException {
        return GatlingLog.read(file(content), Map.of());
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
