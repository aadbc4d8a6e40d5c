@NullMarked
package dev.cobnut.web.answer;

import org.jspecify.annotations.NullMarked;
