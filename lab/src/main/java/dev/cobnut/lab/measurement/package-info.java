/// What was measured, as data: runs of a service under load, and what each window of them saw.
///
/// A session writes them, a comparison reads them; both know nothing of each other. All of it is
/// JSON as the records stand.
@NullMarked
package dev.cobnut.lab.measurement;

import org.jspecify.annotations.NullMarked;
