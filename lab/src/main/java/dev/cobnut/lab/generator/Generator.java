package dev.cobnut.lab.generator;

import io.gatling.app.Gatling$;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.prefs.Preferences;

/// Main class of the generator's JVM, which stays warm from run to run.
///
/// ```text
/// standard input              standard output
/// run <folder>                @cobnut began <epoch ms>      the first user
///                             @cobnut pulse <answers> <failed users> <p99 ms>      every second
///                             @cobnut ended <Gatling's exit code>
/// pages <folder> <run's name> @cobnut ended <Gatling's exit code>
/// stop                        ends a run early, in order
/// (end of input)              ends the process: the parent is gone
/// ```
public final class Generator {

    /// Prefix of every line for the parent process.
    public static final String MARK = "@cobnut ";

    private static final int COMMANDS_MAX = 16;
    private static final long PULSE_NANOS = 1_000_000_000;

    private Generator() {}

    static void main() throws InterruptedException, IOException {
        BlockingQueue<String> commands = new LinkedBlockingQueue<>(COMMANDS_MAX);
        Thread.ofPlatform().daemon().name("commands").start(() -> listen(commands));
        Thread.ofPlatform().daemon().name("pulse").start(Generator::pulse);
        while (true) {
            Signals.say("ended " + obey(commands.take()));
        }
    }

    private static int obey(String command) throws IOException {
        String[] words = command.split("\t", -1);
        return switch (words[0]) {
            case "run" -> run(Path.of(words[1]));
            case "pages" ->
                    Gatling$.MODULE$.fromArgs(new String[] {"-rf", words[1], "-ro", words[2]});
            default -> throw new IllegalArgumentException("unknown command: " + command);
        };
    }

    private static int run(Path folder) throws IOException {
        Assignment assignment = Assignment.read(folder);
        String[] arguments = {
            "-s", assignment.simulation().className(), "-rf", folder.toString(), "-nr"
        };
        skipReleaseCheck();
        Signals.reset();
        try (AnswerLog answers = new AnswerLog(folder)) {
            return ScopedValue.where(Assignment.CURRENT, assignment)
                    .where(Injection.ANSWERS, answers)
                    .call(() -> Gatling$.MODULE$.fromArgs(arguments));
        }
    }

    /// Gatling looks up its newest release on Maven Central unless its preferences say that it did
    /// so lately. No setting prevents that, so the preferences of this JVM say it.
    static void skipReleaseCheck() {
        Preferences check = Preferences.userRoot().node("io/gatling/latestVersion");
        check.putLong("lastCheckTimestamp", System.currentTimeMillis());
        check.putBoolean("lastCheckSuccess", false);
    }

    private static void pulse() {
        while (true) {
            LockSupport.parkNanos(PULSE_NANOS);
            String line = Signals.PULSE.take();
            if (Signals.hasBegun()) {
                Signals.say("pulse " + line);
            }
        }
    }

    private static void listen(BlockingQueue<String> commands) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.equals("stop")) {
                    Signals.stop();
                } else {
                    commands.add(line);
                }
            }
        } catch (IOException e) {
            System.err.println(
                    "The commands of the parent process cannot be read: " + e.getMessage());
        }
        Runtime.getRuntime().halt(0);
    }
}
