/// `./cobnut load`: loads the order service, shows how it goes, and says what was seen, as a table
/// and as `result.json`.
@NullMarked
package dev.cobnut.loadtests.load;

import org.jspecify.annotations.NullMarked;
