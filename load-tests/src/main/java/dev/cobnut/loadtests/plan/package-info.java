/// What an optimization session is to do: `session.yaml` as records.
@NullMarked
package dev.cobnut.loadtests.plan;

import org.jspecify.annotations.NullMarked;
