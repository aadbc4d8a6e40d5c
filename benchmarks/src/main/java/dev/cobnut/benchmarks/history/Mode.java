package dev.cobnut.benchmarks.history;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.cobnut.lab.compare.Row.Better;
import java.util.Arrays;

/// The meaning of a value. The first four constants are JMH's modes.
public enum Mode {
    AVERAGE_TIME("avgt", Better.LOWER),
    SAMPLE_TIME("sample", Better.LOWER),
    SINGLE_SHOT("ss", Better.LOWER),
    THROUGHPUT("thrpt", Better.HIGHER),
    /// A counted cost or error; lower is better.
    COST("cost", Better.LOWER),
    /// A counted benefit; higher is better.
    GAIN("gain", Better.HIGHER),
    /// A circumstance under which the other values hold; it has no better direction.
    CIRCUMSTANCE("circumstance", Better.NEITHER);

    private final String label;
    private final Better better;

    Mode(String label, Better better) {
        this.label = label;
        this.better = better;
    }

    /// The name in the files.
    @JsonValue
    public String label() {
        return label;
    }

    public Better better() {
        return better;
    }

    /// @throws InvalidInputException when there is no such mode
    @JsonCreator
    public static Mode of(String label) {
        return Arrays.stream(values())
                .filter(mode -> mode.label.equals(label))
                .findFirst()
                .orElseThrow(() ->
                        new InvalidInputException(
                                "There is no mode '" + label + "' of a benchmark."));
    }
}
