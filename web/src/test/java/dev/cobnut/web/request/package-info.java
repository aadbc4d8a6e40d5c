@NullMarked
package dev.cobnut.web.request;

import org.jspecify.annotations.NullMarked;
