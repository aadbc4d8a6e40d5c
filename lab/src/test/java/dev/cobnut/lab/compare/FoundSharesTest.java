package dev.cobnut.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.stacks.ProfileEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Publishes the share of simulated sessions that find a slowdown, by its kind and its size, also
/// where it is not found.
///
/// Each session has a day of its own: the scatter of the runs and of the stacks, the drift of the
/// machine and the length of the profile are drawn from ranges that recorded sessions show.
@Execution(ExecutionMode.SAME_THREAD)
class FoundSharesTest {

    private static final int SESSIONS = 60;
    private static final double[] SIZES = {0, 0.02, 0.05, 0.1, 0.2, 0.4};
    private static final Path PAGE = Path.of("..", "docs", "sessions.md");
    private static final String BEGIN = "<!-- found shares: computed by FoundSharesTest -->\n";
    private static final String END = "<!-- end of found shares -->";
    private static final String SHARED = "org.sqlite.core.NativeDB.bind";

    private enum Kind {
        OWN("CPU in code of its own"),
        OWN_ALLOCATION("allocation in code of its own"),
        FRAME("CPU in one shared frame"),
        EVEN("CPU, spread evenly"),
        EVEN_ALLOCATION("allocation, spread evenly"),
        WAITING("waiting in every request");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /// @param size as a fraction of the whole
        void plant(SyntheticSession session, double size) {
            switch (this) {
                case OWN -> session.planted(size);
                case FRAME ->
                        session.changingCpu(profile -> profile.scale(SHARED, 1 + size / 0.06));
                case EVEN -> session.changingCpu(profile -> spread(profile, size));
                case OWN_ALLOCATION ->
                        changeAllocation(
                                session,
                                profile ->
                                        profile.add(
                                                size,
                                                SyntheticProfile.request(
                                                        SyntheticProfile.PLANTED, "byte[]")));
                case EVEN_ALLOCATION -> changeAllocation(session, profile -> spread(profile, size));
                case WAITING -> session.waitingOfB = size;
            }
        }

        private static void changeAllocation(
                SyntheticSession session, Consumer<SyntheticProfile> change) {
            session.changeB =
                    (event, profile) -> {
                        if (event == ProfileEvent.ALLOC) {
                            change.accept(profile);
                        }
                    };
        }

        private static void spread(SyntheticProfile profile, double size) {
            profile.shares().replaceAll((_, share) -> share * (1 + size));
        }
    }

    /// A session of five runs each on a day of its own.
    private static SyntheticSession day(long seed) {
        Random random = new Random(seed);
        SyntheticSession session = new SyntheticSession();
        session.seed = seed;
        session.runNoise = random.nextDouble(0.01, 0.04);
        session.stackNoise = random.nextDouble(0.01, 0.04);
        session.drift = random.nextDouble(-0.05, 0.05);
        session.detail = random.nextDouble(2, 6);
        session.detailOfAllocation = 2;
        return session;
    }

    private static boolean finds(Kind kind, double size, long seed) {
        SyntheticSession session = day(seed);
        if (size > 0) {
            kind.plant(session, size);
        }
        return !ErrorRatesTest.findings(Comparison.of(session.record()), Verdict.REGRESSED)
                .isEmpty();
    }

    private static double share(Kind kind, double size) {
        long found =
                IntStream.rangeClosed(1, SESSIONS)
                        .parallel()
                        .filter(seed -> finds(kind, size, seed))
                        .count();
        return (double) found / SESSIONS;
    }

    private static String cell(double share) {
        return "%d %%".formatted(Math.round(100 * share));
    }

    @Test
    void theTableOfFoundSharesInTheDocumentationIsTheSimulatedOne() throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(
                "| planted in B | %s |"
                        .formatted(
                                IntStream.range(0, SIZES.length)
                                        .mapToObj(i -> cell(SIZES[i]))
                                        .collect(Collectors.joining(" | "))));
        lines.add("|---|" + "---:|".repeat(SIZES.length));
        for (Kind kind : Kind.values()) {
            double[] shares = new double[SIZES.length];
            for (int i = 0; i < SIZES.length; i++) {
                shares[i] = share(kind, SIZES[i]);
            }
            assertThat(shares[0]).as("nothing is planted").isLessThanOrEqualTo(0.05);
            if (kind == Kind.OWN || kind == Kind.OWN_ALLOCATION || kind == Kind.EVEN_ALLOCATION) {
                assertThat(shares[2]).as("5 %%: %s", kind).isGreaterThanOrEqualTo(0.9);
            }
            lines.add(
                    "| %s | %s |"
                            .formatted(
                                    kind.words,
                                    IntStream.range(0, SIZES.length)
                                            .mapToObj(i -> cell(shares[i]))
                                            .collect(Collectors.joining(" | "))));
        }
        String page = Files.readString(PAGE);
        String written = page.substring(page.indexOf(BEGIN) + BEGIN.length(), page.indexOf(END));

        assertThat(written).isEqualTo(String.join("\n", lines) + "\n");
    }
}
