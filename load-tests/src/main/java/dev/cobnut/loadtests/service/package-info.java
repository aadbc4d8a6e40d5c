/// The order service for the lab: its start command, and a
/// [Subject][dev.cobnut.lab.session.Subject] for sessions.
@NullMarked
package dev.cobnut.loadtests.service;

import org.jspecify.annotations.NullMarked;
