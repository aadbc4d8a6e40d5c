package dev.cobnut.lab.plan;

import dev.cobnut.lab.stacks.Subsystems;

/// The defaults of plans for one service.
///
/// @param subsystems patterns for a session without its own file
/// @param hotspot subsystem that pictures mark when the plan names none
/// @param simulation for a plan that names none
/// @param limitingPlugin plug-in that is required to limit the delivery
public record PlanDefaults(
        Subsystems subsystems, String hotspot, String simulation, String limitingPlugin) {}
