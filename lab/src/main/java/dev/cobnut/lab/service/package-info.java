/// Runs a service as a separate process.
///
/// In: a [ServiceCommand] (program and flags) and a data folder. Out: a ready [ServiceProcess] with
/// its address, process id, CPU time and memory. It can be stopped in order or killed.
///
/// Promises: a process that is not ready in time is killed and reported with the end of its log. No
/// process outlives the JVM that started it.
@NullMarked
package dev.cobnut.lab.service;

import org.jspecify.annotations.NullMarked;
