package dev.cobnut.benchmarks.history;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.cobnut.lab.compare.Row.Better;
import java.util.Arrays;

/// What a value is. The first four are JMH's.
public enum Mode {
    AVERAGE_TIME("avgt", Better.LOWER),
    SAMPLE_TIME("sample", Better.LOWER),
    SINGLE_SHOT("ss", Better.LOWER),
    THROUGHPUT("thrpt", Better.HIGHER),
    /// A cost or an error that is counted.
    COST("cost", Better.LOWER),
    /// Something one wants more of.
    GAIN("gain", Better.HIGHER),
    /// Says under which circumstances the others hold.
    CIRCUMSTANCE("circumstance", Better.NEITHER);

    private final String label;
    private final Better better;

    Mode(String label, Better better) {
        this.label = label;
        this.better = better;
    }

    /// As it stands in the files.
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
