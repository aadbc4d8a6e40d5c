package dev.cobnut.lab.load;

import dev.cobnut.lab.generator.LoadPlan;
import dev.cobnut.lab.generator.Phase;
import java.util.Arrays;
import java.util.stream.LongStream;

/// Computes when the users of a plan are due, in milliseconds after its start, with Gatling's own
/// arithmetic.
///
/// `constantUsersPerSec(rate).during(d)` starts `round(rate * d)` users in total. By the end of
/// part `i` of `n` equal parts, `ceil(users / n * (i + 1))` users are due. The parts are seconds,
/// and the milliseconds of each second. (`io.gatling.core.util.Shard`, `OpenInjectionStep`)
final class Arrivals {

    private static final int MILLIS = 1_000;

    private Arrivals() {}

    /// The times in ascending order.
    static long[] due(LoadPlan plan, double requestsPerUser) {
        long[] due = {};
        long begin = 0;
        for (Phase phase : plan.phases()) {
            int seconds = Math.toIntExact(phase.length().toSeconds());
            long users = Math.round(phase.perSecond() / requestsPerUser * seconds);
            due = LongStream.concat(Arrays.stream(due), phase(users, seconds, begin)).toArray();
            begin += (long) seconds * MILLIS;
        }
        return due;
    }

    private static LongStream phase(long users, int seconds, long begin) {
        return LongStream.range(0, seconds)
                .flatMap(second -> {
                    long inSecond = part(users, seconds, second);
                    return LongStream.range(0, MILLIS)
                            .flatMap(ms ->
                                    LongStream.generate(() -> begin + second * MILLIS + ms)
                                            .limit(part(inSecond, MILLIS, ms)));
                });
    }

    private static long part(long users, int parts, long index) {
        return until(users, parts, index) - until(users, parts, index - 1);
    }

    private static long until(long users, int parts, long index) {
        if (index < 0) {
            return 0;
        }
        return index == parts - 1 ? users : (long) Math.ceil((double) users / parts * (index + 1));
    }
}
