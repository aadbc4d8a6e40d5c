package dev.cobnut.framework.autoconfigure;

import com.hazelcast.config.Config;

/// Changes the configuration of the embedded Hazelcast member before it starts. Declare a bean of
/// this type for configuration that the settings do not cover. Several beans are applied in the
/// order of their `@Order`.
///
/// The promises of Cobnut depend on the given configuration of the map `outbox`, the map
/// `event-streams` and the maps of the views: add to it, and remove nothing.
@FunctionalInterface
public interface MemberConfigCustomizer {

    /// Called once, before the member starts.
    void customize(Config config);
}
