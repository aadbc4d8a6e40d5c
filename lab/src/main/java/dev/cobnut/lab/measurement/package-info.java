/// Measurements as data: the runs of a service under load, and the windows of each run.
///
/// A session writes them and a comparison reads them; neither depends on the other. The records are
/// stored as JSON without conversion.
@NullMarked
package dev.cobnut.lab.measurement;

import org.jspecify.annotations.NullMarked;
