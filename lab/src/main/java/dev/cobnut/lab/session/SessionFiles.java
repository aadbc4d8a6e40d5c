package dev.cobnut.lab.session;

import dev.cobnut.lab.compare.SessionFolder;
import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Packs the folders of the runs into the files that are committed: `runs.json`, and one table of
/// stacks per window and event with all runs as columns.
final class SessionFiles {

    private record Key(String window, ProfileEvent event) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byWindow = window.compareTo(other.window);
            return byWindow == 0 ? event.compareTo(other.event) : byWindow;
        }
    }

    private SessionFiles() {}

    /// @param runs in their order
    static void pack(SessionFolder session, List<Run> runs) throws IOException {
        Map<Key, List<String>> columns = new TreeMap<>();
        for (Run run : runs) {
            for (Window window : run.windows()) {
                for (Window.Profile profile : window.profiles()) {
                    columns.computeIfAbsent(
                                    new Key(window.name(), profile.event()), _ -> new ArrayList<>())
                            .add(run.id());
                }
            }
        }
        Folders.remove(session.pictures().resolve("stacks"));
        for (Map.Entry<Key, List<String>> table : columns.entrySet()) {
            String window = table.getKey().window();
            ProfileEvent event = table.getKey().event();
            StackTable all = new StackTable(event, table.getValue());
            for (String run : table.getValue()) {
                Path folder = session.raw().resolve(run);
                all.addAll(StackTable.read(RawRuns.stacks(folder, window, event)));
            }
            all.write(session.stacks(window, event));
        }
        JsonFiles.write(session.runsJson(), runs);
    }
}
