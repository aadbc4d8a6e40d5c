package dev.cobnut.lab.plan;

import java.io.IOException;

/// A plan cannot be used. The message is one sentence: file, line, key, and what is allowed.
public final class InvalidPlanException extends IOException {

    InvalidPlanException(String sentence) {
        super(sentence);
    }
}
