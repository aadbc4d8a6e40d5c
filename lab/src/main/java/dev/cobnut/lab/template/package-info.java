/// Pages and pictures as templates of [Pebble](https://pebbletemplates.io), which Gatling brings.
@NullMarked
package dev.cobnut.lab.template;

import org.jspecify.annotations.NullMarked;
