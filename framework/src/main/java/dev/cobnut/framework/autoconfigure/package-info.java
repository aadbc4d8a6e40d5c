/// The wiring for Spring Boot. It calls constructors and adds conditions. No other package uses
/// Spring.
///
/// A service that has this jar on its class path and declares a
/// [dev.cobnut.framework.command.Decider] bean gets a `CommandGateway`. It also gets a `View` for
/// every [dev.cobnut.framework.view.Projection] bean (from `Views`). The journal, the maps, the
/// outbox and the delivery job run behind them. Settings: [CobnutProperties]. Metrics: [Meter].
@NullMarked
package dev.cobnut.framework.autoconfigure;

import org.jspecify.annotations.NullMarked;
