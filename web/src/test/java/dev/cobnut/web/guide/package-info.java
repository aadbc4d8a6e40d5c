/// A service of gift cards, whose controller is the example of `docs/web.md`.
@NullMarked
package dev.cobnut.web.guide;

import org.jspecify.annotations.NullMarked;
