/// A stand-in for the order service with the API that the harness uses. It can break the service's
/// promises, which proves that the harness reports a loss.
@NullMarked
package dev.cobnut.loadtests.standin;

import org.jspecify.annotations.NullMarked;
