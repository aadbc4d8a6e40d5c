package dev.cobnut.lab.session;

import java.io.IOException;

/// A session cannot go on. The message is a sentence, perhaps with the end of a log behind it.
class SessionException extends IOException {

    SessionException(String sentence) {
        super(sentence);
    }

    SessionException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
