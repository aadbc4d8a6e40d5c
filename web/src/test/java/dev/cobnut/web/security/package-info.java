@NullMarked
package dev.cobnut.web.security;

import org.jspecify.annotations.NullMarked;
