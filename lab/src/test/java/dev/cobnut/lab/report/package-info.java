@NullMarked
package dev.cobnut.lab.report;

import org.jspecify.annotations.NullMarked;
