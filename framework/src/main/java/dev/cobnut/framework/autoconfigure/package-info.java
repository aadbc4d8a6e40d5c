/// The wiring for Spring Boot. It calls constructors and adds conditions. No other package uses
/// Spring.
///
/// A service that has this jar on its class path gets a `CommandGateway` bean for every
/// [dev.cobnut.framework.command.Decider] bean that it declares, and a `View` bean for every
/// [dev.cobnut.framework.view.Projection] bean. The journal, the maps, the outbox and the delivery
/// job run behind them. Settings: [CobnutProperties]. Metrics: [Meter].
@NullMarked
package dev.cobnut.framework.autoconfigure;

import org.jspecify.annotations.NullMarked;
