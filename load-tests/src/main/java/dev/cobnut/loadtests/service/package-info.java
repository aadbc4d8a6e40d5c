/// The order service for the lab: how it is started, and a
/// [Subject][dev.cobnut.lab.session.Subject] for its sessions.
@NullMarked
package dev.cobnut.loadtests.service;

import org.jspecify.annotations.NullMarked;
