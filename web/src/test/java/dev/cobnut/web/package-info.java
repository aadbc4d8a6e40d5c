@NullMarked
package dev.cobnut.web;

import org.jspecify.annotations.NullMarked;
