/// Plug-ins that make two builds of the service differ: members of both run side by side.
///
/// | view | the build before | this build |
/// |---|---|---|
/// | `counts` | version 1 | version 2 |
/// | `shades` | values of two constants | a third constant, in the same version |
/// | `added` | — | version 1 |
@NullMarked
package dev.cobnut.loadtests.builds;

import org.jspecify.annotations.NullMarked;
