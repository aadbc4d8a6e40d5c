package dev.cobnut.lab.plan;

import dev.cobnut.lab.stacks.Subsystems;

/// What plans for one service need not say.
///
/// @param subsystems patterns of a session that brings none of its own
/// @param hotspot subsystem that pictures mark when a plan names none
/// @param simulation of a plan that names none
/// @param limitingPlugin plug-in without which nothing can limit the delivery
public record PlanDefaults(
        Subsystems subsystems, String hotspot, String simulation, String limitingPlugin) {}
