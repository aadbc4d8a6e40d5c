/// A service of gift cards and vouchers, whose controllers are the examples of `docs/web.md`.
@NullMarked
package dev.cobnut.web.guide;

import org.jspecify.annotations.NullMarked;
