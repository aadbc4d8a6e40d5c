/// Tests of a domain without a journal, a member or a thread: they take milliseconds.
///
/// ```text
/// DomainScenario       given events, when a command, then events, a refusal or a state     of a Decider
/// BoundaryScenario     given events of any streams, when a command, then events for streams    of a Boundary
/// ViewScenario   given events, then a value and lookups                              of a Projection
/// HandlerScenario      given events, when events, then effects, commands or a failure      of an EventHandler
/// ProcessScenario      given events, when events or time, then commands and timers         of a Process
/// ```
///
/// Every event passes through the stored form: the codec writes it and reads it back before the
/// domain sees it. A failed expectation is an [AssertionError] that names the fields that differ.
/// So the package needs no assertion library and works with every test framework.
@NullMarked
package dev.cobnut.test.scenario;

import org.jspecify.annotations.NullMarked;
