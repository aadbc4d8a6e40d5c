/// The samples of a profiler as data: stacks with their counts, and tables of stacks over several
/// runs.
///
/// In: stacks of a recording. Out: a compressed text file. The same content gives the same file, so
/// stored files can be compared and reports can be rebuilt.
///
/// ```text
/// frame   "com.example.shop.OrderStore.load"                   Java: fully qualified class, dot, method
///         "JavaThread::run"                                    native: the symbol
///         "do_syscall_64_[k]"                                  kernel: the symbol with the suffix _[k]
///         "byte[]", "java.lang.String"                         leaf of an allocation stack: the class
/// stack   frames from the root to the leaf
/// count   samples and value (the event's unit)
/// ```
///
/// [Subsystems][dev.cobnut.lab.stacks.Subsystems] alone assigns frames and stacks to the parts of
/// the service, by a file of patterns.
@NullMarked
package dev.cobnut.lab.stacks;

import org.jspecify.annotations.NullMarked;
