package dev.cobnut.lab.plan;

import dev.cobnut.lab.cli.UsageException;

/// A plan is invalid. The message is one sentence with file, line, key and the allowed values.
public final class InvalidPlanException extends UsageException {

    InvalidPlanException(String sentence) {
        super(sentence);
    }
}
