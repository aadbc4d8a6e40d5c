/// Behaviour that all command lines share.
@NullMarked
package dev.cobnut.lab.cli;

import org.jspecify.annotations.NullMarked;
