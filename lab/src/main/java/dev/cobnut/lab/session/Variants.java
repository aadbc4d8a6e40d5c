package dev.cobnut.lab.session;

import dev.cobnut.lab.plan.SessionPlan.Variant;
import java.io.IOException;
import java.nio.file.Path;

/// Provides the variants of a session.
interface Variants {

    /// @param jars receives copies of all files that the start needs
    /// @throws SessionException when the variant cannot be provided; the message is a sentence
    BuiltVariant build(String id, Variant variant, Path jars)
            throws IOException, InterruptedException;
}
