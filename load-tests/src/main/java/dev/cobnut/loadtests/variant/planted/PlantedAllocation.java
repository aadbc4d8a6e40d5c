package dev.cobnut.loadtests.variant.planted;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import tools.jackson.databind.json.JsonMapper;

/// Writes more values as JSON before each request. Values that fit into Jackson's recycled buffer
/// allocate little besides their results.
final class PlantedAllocation implements Filter {

    private static final int VALUE_MAX = 1_800;

    private final JsonMapper json = JsonMapper.shared();
    private final int values;
    private final String value;

    /// Receives the bytes, so that the compiler does not remove the allocation.
    @SuppressWarnings("unused")
    private volatile byte[] sink = {};

    PlantedAllocation(int bytes) {
        this.values = Math.ceilDiv(bytes, VALUE_MAX);
        this.value = "x".repeat(bytes / values);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        for (int i = 0; i < values; i++) {
            sink = json.writeValueAsBytes(value);
        }
        chain.doFilter(request, response);
    }
}
