/// What the Jet jobs of a member share: stages that run on one member only.
@NullMarked
package dev.cobnut.framework.jet;

import org.jspecify.annotations.NullMarked;
