/// The wiring for Spring Boot: calls constructors, adds conditions, and nothing else. The only
/// package that sees Spring.
///
/// A service that has this jar on its class path and declares a
/// [dev.cobnut.framework.command.Decider] bean gets a `CommandGateway`, and a `View` for every
/// [dev.cobnut.framework.view.Projection] bean (from `Views`); journal, maps, outbox and pipeline
/// run under them. Settings: [CobnutProperties]. Metrics: [Meter]. Health: `journal`, `outbox`.
@NullMarked
package dev.cobnut.framework.autoconfigure;

import org.jspecify.annotations.NullMarked;
