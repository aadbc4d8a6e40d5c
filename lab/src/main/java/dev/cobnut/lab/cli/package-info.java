/// What all command lines have in common.
@NullMarked
package dev.cobnut.lab.cli;

import org.jspecify.annotations.NullMarked;
