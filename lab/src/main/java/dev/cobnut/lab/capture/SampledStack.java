package dev.cobnut.lab.capture;

import dev.cobnut.lab.stacks.StackTable;
import dev.cobnut.lab.stacks.StackTable.Count;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The samples of a stack in one chunk, by endpoint. A sample has no endpoint until the request
/// that it belongs to is known, which may end in a later chunk.
final class SampledStack {

    private static final String NO_ENDPOINT = "";

    private final Map<String, Count> byEndpoint = new TreeMap<>();

    void add(long samples, long value) {
        byEndpoint.merge(NO_ENDPOINT, new Count(samples, value), Count::plus);
    }

    /// Says of one sample that it belongs to an endpoint.
    void isOf(String endpoint, long value) {
        byEndpoint.merge(endpoint, new Count(1, value), Count::plus);
        add(-1, -value);
    }

    void addTo(StackTable table, String run, List<String> frames) {
        byEndpoint.forEach((endpoint, count) -> {
            List<String> stack = new ArrayList<>(frames);
            if (!endpoint.equals(NO_ENDPOINT)) {
                stack.addFirst(FrameNames.ofEndpoint(endpoint));
            }
            if (count.samples() > 0) {
                table.add(run, stack, count.samples(), count.value());
            }
        });
    }
}
