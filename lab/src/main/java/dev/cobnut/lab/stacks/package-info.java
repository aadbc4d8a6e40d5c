/// What a profiler saw, as data: stacks with their counts, and tables of them over several runs.
///
/// In: stacks from a recording. Out: a compressed text file that is the same for the same content,
/// so that what is kept can be compared and what is reported can be rebuilt.
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
/// Which part of the service a frame or a stack is of,
/// [Subsystems][dev.cobnut.lab.stacks.Subsystems] alone decides, by a file of patterns.
@NullMarked
package dev.cobnut.lab.stacks;

import org.jspecify.annotations.NullMarked;
