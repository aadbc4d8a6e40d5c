package dev.cobnut.lab.plan;

import java.io.IOException;

/// A plan is invalid. The message is one sentence with file, line, key and the allowed values.
public final class InvalidPlanException extends IOException {

    InvalidPlanException(String sentence) {
        super(sentence);
    }
}
