package dev.cobnut.framework.autoconfigure.settings;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/// A setting that an operator wrote and the service reads.
///
/// @param name its name
/// @param written the name as it was written, with its place
/// @param empty true when it has no value
/// @param rank of its source; the source of rank 0 comes before all others
record GivenSetting(ConfigurationPropertyName name, String written, boolean empty, int rank) {}
