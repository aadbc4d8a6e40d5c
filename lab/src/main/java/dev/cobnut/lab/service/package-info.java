/// A service as a process of its own.
///
/// In: a [ServiceCommand] (what to start, with which flags) and a data folder. Out: a
/// [ServiceProcess] that is ready, with its address, process id, CPU time and memory; it can be
/// stopped in order or killed.
///
/// Promises: a process that does not get ready in time is killed and reported with the end of its
/// log; no process outlives the JVM that started it.
@NullMarked
package dev.cobnut.lab.service;

import org.jspecify.annotations.NullMarked;
