package dev.cobnut.lab.session;

import java.io.IOException;

/// A session cannot continue. The message is a sentence, in some cases followed by the end of a
/// log.
class SessionException extends IOException {

    SessionException(String sentence) {
        super(sentence);
    }

    SessionException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
