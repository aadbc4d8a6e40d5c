package dev.cobnut.lab.session;

import dev.cobnut.lab.plan.SessionPlan.Variant;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.lab.service.StartContract;
import java.util.ArrayList;
import java.util.List;

/// A variant that is ready to be started.
///
/// @param commit the commit that was built; a `+` at the end marks uncommitted changes
/// @param words the command; [#JVM] stands for the JVM flags, [#ARGUMENTS] for the variant's
///   arguments
/// @param ownJvmFlags the JVM flags from its sources
/// @param content identifies the bytes of all files: equal texts mean equal bytes
record BuiltVariant(
        String id,
        Variant plan,
        String commit,
        List<String> words,
        List<String> ownJvmFlags,
        String content) {

    static final String JVM = "{jvm}";
    static final String ARGUMENTS = "{arguments}";

    /// The command that starts the variant.
    ///
    /// @param further arguments that follow its own
    ServiceCommand command(StartContract contract, List<String> jvmFlags, List<String> further) {
        List<String> all = new ArrayList<>();
        for (String word : words) {
            switch (word) {
                case JVM -> all.addAll(jvmFlags);
                case ARGUMENTS -> all.addAll(plan.arguments());
                default -> all.add(word);
            }
        }
        all.addAll(further);
        return new ServiceCommand(all, contract);
    }
}
