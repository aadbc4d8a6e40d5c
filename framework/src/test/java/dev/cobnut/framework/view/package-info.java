@NullMarked
package dev.cobnut.framework.view;

import org.jspecify.annotations.NullMarked;
