@NullMarked
package dev.cobnut.lab.session;

import org.jspecify.annotations.NullMarked;
