package dev.cobnut.framework.autoconfigure;

import com.hazelcast.config.Config;

/// Changes the configuration of the embedded Hazelcast member before it starts. Declare a bean of
/// this type for what the settings do not cover; several are applied in the order of their
/// `@Order`.
///
/// The promises rest on the maps `outbox` and `event-streams` and on the view maps as they are
/// configured here: add to the configuration rather than take away.
@FunctionalInterface
public interface MemberConfigCustomizer {

    /// Called once, before the member starts.
    void customize(Config config);
}
