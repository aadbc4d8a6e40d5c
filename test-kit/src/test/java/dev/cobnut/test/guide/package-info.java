/// The code of `docs/testing-your-domain.md`: a small domain, vouchers, and its tests.
@NullMarked
package dev.cobnut.test.guide;

import org.jspecify.annotations.NullMarked;
