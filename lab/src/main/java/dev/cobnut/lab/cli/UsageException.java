package dev.cobnut.lab.cli;

import java.io.IOException;

/// What was asked for is not allowed: exit code 2. The message is a sentence.
public class UsageException extends IOException {

    public UsageException(String sentence) {
        super(sentence);
    }
}
