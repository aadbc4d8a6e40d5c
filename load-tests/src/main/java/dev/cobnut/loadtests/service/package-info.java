/// The order service as a process of its own, started as `./cobnut run` starts it.
///
/// In: a [ServiceCommand] (what to start, with which flags) and a data folder. Out: a
/// [ServiceProcess] that is ready, with its address, process id, CPU time and memory; it can be
/// stopped in order or killed.
///
/// Promises: a process that does not get ready in time is killed and reported with the end of its
/// log; no process outlives the JVM that started it.
@NullMarked
package dev.cobnut.loadtests.service;

import org.jspecify.annotations.NullMarked;
