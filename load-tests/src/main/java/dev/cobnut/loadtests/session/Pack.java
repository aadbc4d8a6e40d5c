package dev.cobnut.loadtests.session;

import dev.cobnut.loadtests.measurement.Run;
import dev.cobnut.loadtests.measurement.Window;
import dev.cobnut.loadtests.stacks.ProfileEvent;
import dev.cobnut.loadtests.stacks.StackTable;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// From the folders of the runs to the files that are committed: `runs.json`, and one table of
/// stacks per window and event with all its runs as columns.
final class Pack {

    private record Key(String window, ProfileEvent event) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byWindow = window.compareTo(other.window);
            return byWindow == 0 ? event.compareTo(other.event) : byWindow;
        }
    }

    private Pack() {}

    /// @param runs in their order
    static void pack(SessionFolders folders, List<Run> runs) throws IOException {
        Map<Key, List<String>> columns = new TreeMap<>();
        for (Run run : runs) {
            for (Window window : run.windows()) {
                for (Window.Profile profile : window.profiles()) {
                    columns.computeIfAbsent(
                                    new Key(window.name(), profile.event()),
                                    _ -> new ArrayList<>())
                            .add(run.id());
                }
            }
        }
        Folders.remove(folders.stacks());
        Files.createDirectories(folders.stacks());
        for (Map.Entry<Key, List<String>> table : columns.entrySet()) {
            String name =
                    SessionFolders.fileName(table.getKey().window(), table.getKey().event());
            StackTable all = new StackTable(table.getKey().event(), table.getValue());
            for (String run : table.getValue()) {
                all.addAll(StackTable.read(folders.raw().resolve(run).resolve(name)));
            }
            all.write(folders.stacks().resolve(name));
        }
        Json.write(folders.runs(), runs);
    }
}
