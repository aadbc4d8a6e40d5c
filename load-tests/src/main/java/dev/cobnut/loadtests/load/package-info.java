/// `./cobnut load`: loads the order service, shows the progress, and reports the measurements as a
/// table and as `result.json`.
@NullMarked
package dev.cobnut.loadtests.load;

import org.jspecify.annotations.NullMarked;
