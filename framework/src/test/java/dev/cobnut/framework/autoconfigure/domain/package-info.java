@NullMarked
package dev.cobnut.framework.autoconfigure.domain;

import org.jspecify.annotations.NullMarked;
