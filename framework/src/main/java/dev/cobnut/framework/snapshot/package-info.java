/// States of long streams that are kept beside their events, so that a command need not apply all
/// of them. A decider says which ([dev.cobnut.framework.command.Decider#snapshots]); without it
/// there are none and nothing is looked up.
@NullMarked
package dev.cobnut.framework.snapshot;

import org.jspecify.annotations.NullMarked;
