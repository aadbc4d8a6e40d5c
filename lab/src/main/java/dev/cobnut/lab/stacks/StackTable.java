package dev.cobnut.lab.stacks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/// Stacks of one event over several runs: a row per stack, a column per run.
///
/// ```text
/// cobnut-stacks 2                      gzip, UTF-8; the same content is the same bytes
/// cpu
/// 01-A 02-B 03-B 04-A                  the runs, in their order
/// 2                                    how many names of frames there are, and these,
/// java.lang.Thread.run                 in the order in which the rows need them
/// a.B.c
/// 0 0                                  depth of the frame, number of its name from 0; counts when
/// 1 1<TAB>0:12:120000000 2:1:10000000  stacks end here, each column:samples:value, zeros left out
/// ```
///
/// Rows are a depth-first walk of the tree of frames with siblings sorted by name. A prefix that
/// many stacks share is written once.
///
/// The stacks of a request may begin with a frame that names its endpoint, such as `[endpoint POST
/// /orders]`. Recordings of earlier builds have none.
public final class StackTable {

    private static final String MAGIC = "cobnut-stacks 2";

    /// @param value in the unit of the event
    public record Count(long samples, long value) {

        static final Count NONE = new Count(0, 0);

        public Count plus(Count other) {
            return new Count(samples + other.samples, value + other.value);
        }
    }

    private static final String ENDPOINT = "[endpoint ";
    private static final Comparator<List<String>> DEPTH_FIRST = StackTable::compare;

    private final ProfileEvent event;
    private final List<String> runs;
    private final SortedMap<List<String>, Count[]> rows = new TreeMap<>(DEPTH_FIRST);

    /// @param runs names of the columns, without spaces
    public StackTable(ProfileEvent event, List<String> runs) {
        this.event = event;
        this.runs = List.copyOf(runs);
    }

    public ProfileEvent event() {
        return event;
    }

    public List<String> runs() {
        return runs;
    }

    public int size() {
        return rows.size();
    }

    /// Adds counts to a stack.
    ///
    /// @param stack frames from the root to the leaf, at least one, without tabs and line ends
    /// @throws IllegalArgumentException for a run that is not a column
    public void add(String run, List<String> stack, long samples, long value) {
        int column = runs.indexOf(run);
        if (column < 0 || stack.isEmpty()) {
            throw new IllegalArgumentException(
                    "run '%s' of %s, stack of %d frames".formatted(run, runs, stack.size()));
        }
        Count[] counts = rows.computeIfAbsent(List.copyOf(stack), _ -> none());
        counts[column] = counts[column].plus(new Count(samples, value));
    }

    /// Adds every row of another table whose runs are columns of this one.
    public void addAll(StackTable other) {
        other.forEach((stack, counts) -> addAll(other.runs, stack, counts));
    }

    private void addAll(List<String> columns, List<String> stack, List<Count> counts) {
        for (int c = 0; c < counts.size(); c++) {
            Count count = counts.get(c);
            if (count.samples > 0 || count.value > 0) {
                add(columns.get(c), stack, count.samples, count.value);
            }
        }
    }

    /// The first frame of the stacks of an endpoint's requests.
    public static String endpointFrame(String endpoint) {
        return ENDPOINT + endpoint + "]";
    }

    /// True when the first frame of a stack names an endpoint.
    public static boolean hasEndpoint(List<String> stack) {
        return stack.size() > 1 && stack.getFirst().startsWith(ENDPOINT);
    }

    /// The same stacks without the frames that name their endpoints; this table when it has none.
    public StackTable withoutEndpoints() {
        if (rows.keySet().stream().noneMatch(StackTable::hasEndpoint)) {
            return this;
        }
        StackTable without = new StackTable(event, runs);
        forEach((stack, counts) ->
                without.addAll(
                        runs, hasEndpoint(stack) ? stack.subList(1, stack.size()) : stack, counts));
        return without;
    }

    /// @param each receives each stack with its counts in the order of [#runs], depth first
    public void forEach(BiConsumer<List<String>, List<Count>> each) {
        rows.forEach((stack, counts) -> each.accept(stack, List.of(counts)));
    }

    /// The sum of one run over all stacks.
    public Count total(String run) {
        int column = runs.indexOf(run);
        return rows.values().stream().map(counts -> counts[column]).reduce(Count.NONE, Count::plus);
    }

    public void write(Path file) throws IOException {
        StringBuilder text = new StringBuilder();
        SequencedMap<String, Integer> names = new LinkedHashMap<>();
        List<String> before = List.of();
        for (Map.Entry<List<String>, Count[]> row : rows.entrySet()) {
            List<String> stack = row.getKey();
            int shared = shared(before, stack);
            for (int depth = shared; depth < stack.size(); depth++) {
                int name = names.computeIfAbsent(stack.get(depth), _ -> names.size());
                text.append(depth).append(' ').append(name);
                if (depth == stack.size() - 1) {
                    appendCounts(text, row.getValue());
                }
                text.append('\n');
            }
            before = stack;
        }
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (OutputStream out = new SmallestGzip(Files.newOutputStream(file))) {
            out.write((head(names.sequencedKeySet()) + text).getBytes(StandardCharsets.UTF_8));
        }
    }

    private String head(SequencedSet<String> names) {
        List<String> lines = new ArrayList<>();
        lines.addAll(List.of(MAGIC, event.id(), String.join(" ", runs)));
        lines.add(Integer.toString(names.size()));
        lines.addAll(names);
        return String.join("\n", lines) + "\n";
    }

    /// @throws IOException when the file is missing or [#write] did not create it; the message
    ///   names the file
    public static StackTable read(Path file) throws IOException {
        try (BufferedReader in =
                new BufferedReader(
                        new InputStreamReader(
                                new GZIPInputStream(Files.newInputStream(file)),
                                StandardCharsets.UTF_8))) {
            if (!MAGIC.equals(in.readLine())) {
                throw new IOException("it does not begin with '" + MAGIC + "'");
            }
            ProfileEvent event = eventOf(String.valueOf(in.readLine()));
            StackTable table =
                    new StackTable(event, List.of(String.valueOf(in.readLine()).split(" ", -1)));
            table.readRows(in);
            return table;
        } catch (IOException | RuntimeException e) {
            throw new IOException(
                    "The stacks in " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private void readRows(BufferedReader in) throws IOException {
        String[] names = new String[Integer.parseInt(String.valueOf(in.readLine()))];
        for (int n = 0; n < names.length; n++) {
            names[n] = String.valueOf(in.readLine());
        }
        List<String> stack = new ArrayList<>();
        String line;
        while ((line = in.readLine()) != null) {
            int space = line.indexOf(' ');
            int tab = line.indexOf('\t');
            int depth = Integer.parseInt(line.substring(0, space));
            String name = line.substring(space + 1, tab < 0 ? line.length() : tab);
            stack.subList(depth, stack.size()).clear();
            stack.add(names[Integer.parseInt(name)]);
            if (tab >= 0) {
                rows.put(List.copyOf(stack), counts(line.substring(tab + 1)));
            }
        }
    }

    private Count[] counts(String text) {
        Count[] counts = none();
        for (String cell : text.split(" ", -1)) {
            String[] parts = cell.split(":", -1);
            counts[Integer.parseInt(parts[0])] =
                    new Count(Long.parseLong(parts[1]), Long.parseLong(parts[2]));
        }
        return counts;
    }

    private static void appendCounts(StringBuilder text, Count[] counts) {
        char separator = '\t';
        for (int c = 0; c < counts.length; c++) {
            if (counts[c].samples > 0 || counts[c].value > 0) {
                text.append(separator).append(c).append(':').append(counts[c].samples);
                text.append(':').append(counts[c].value);
                separator = ' ';
            }
        }
    }

    private Count[] none() {
        Count[] counts = new Count[runs.size()];
        Arrays.fill(counts, Count.NONE);
        return counts;
    }

    private static ProfileEvent eventOf(String id) throws IOException {
        for (ProfileEvent event : ProfileEvent.values()) {
            if (event.id().equals(id)) {
                return event;
            }
        }
        throw new IOException("there is no event '" + id + "'");
    }

    private static int shared(List<String> a, List<String> b) {
        int most = Math.min(a.size(), b.size());
        int shared = 0;
        while (shared < most && a.get(shared).equals(b.get(shared))) {
            shared++;
        }
        return shared;
    }

    private static int compare(List<String> a, List<String> b) {
        int shared = shared(a, b);
        return shared < Math.min(a.size(), b.size())
                ? a.get(shared).compareTo(b.get(shared))
                : Integer.compare(a.size(), b.size());
    }

    /// Compresses as much as possible, because these files are written once and stored for years.
    private static final class SmallestGzip extends GZIPOutputStream {
        SmallestGzip(OutputStream out) throws IOException {
            super(out);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }
}
