package dev.cobnut.lab.session;

import dev.cobnut.lab.plan.SessionPlan;
import java.util.ArrayList;
import java.util.List;

/// One planned run of a session: one fresh JVM.
///
/// @param id place in the order and variant, for example `03-B`
record PlannedRun(String id, String variant) {

    /// The order A B B A A B B A …: a drift during the session affects both variants equally.
    static List<PlannedRun> inOrder(int repeats) {
        List<PlannedRun> runs = new ArrayList<>();
        for (int pair = 0; pair < repeats; pair++) {
            List<String> variants =
                    pair % 2 == 0 ? SessionPlan.VARIANTS : SessionPlan.VARIANTS.reversed();
            for (String variant : variants) {
                runs.add(new PlannedRun("%02d-%s".formatted(runs.size() + 1, variant), variant));
            }
        }
        return List.copyOf(runs);
    }
}
