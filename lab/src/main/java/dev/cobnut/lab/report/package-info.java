/// Turns a comparison into what people read: the report, its pictures, the lists of sessions, and
/// the gate.
@NullMarked
package dev.cobnut.lab.report;

import org.jspecify.annotations.NullMarked;
