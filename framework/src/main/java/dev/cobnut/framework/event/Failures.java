package dev.cobnut.framework.event;

/// Tells failures that one unit of work may survive from those that end the process.
///
/// Code that is not ours (a projection, a decoder) may throw any [Throwable]: an endless recursion
/// throws a [StackOverflowError], a class that is missing a [LinkageError]. Such a failure is the
/// unit's own, as an exception is.
public final class Failures {

    private Failures() {}

    /// Throws the failure again when the virtual machine itself has failed, for example out of
    /// memory. Returns otherwise.
    public static void rethrowFatal(Throwable failure) {
        if (failure instanceof VirtualMachineError fatal
                && !(failure instanceof StackOverflowError)) {
            throw fatal;
        }
    }
}
