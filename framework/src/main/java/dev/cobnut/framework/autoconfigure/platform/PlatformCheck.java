package dev.cobnut.framework.autoconfigure.platform;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/// Refuses libraries that are too old and a JVM that SQLite cannot use, and says which flags of the
/// JVM would help.
final class PlatformCheck implements BeanFactoryPostProcessor {

    private static final Logger LOG = System.getLogger(PlatformCheck.class.getName());

    /// @throws PlatformException with a sentence for each mistake
    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        ClassLoader classes = beans.getBeanClassLoader();
        if (classes == null) {
            classes = ClassUtils.getDefaultClassLoader();
        }
        Function<ManagedLibrary, Optional<String>> versions = ManagedLibrary.versionsOf(classes);
        Module caller = PlatformCheck.class.getModule();
        List<String> arguments = ManagementFactory.getRuntimeMXBean().getInputArguments();
        List<String> mistakes = new ArrayList<>(ManagedLibrary.mistakes(versions));
        mistakes.addAll(
                JvmFlag.mistakes(
                        caller, arguments, versions.apply(ManagedLibrary.SQLITE).isPresent()));
        if (!mistakes.isEmpty()) {
            throw new PlatformException(String.join(" ", mistakes));
        }
        List<String> missing = JvmFlag.missing(caller, arguments);
        if (!missing.isEmpty()) {
            LOG.log(Level.INFO, JvmFlag.advice(missing));
        }
    }
}
