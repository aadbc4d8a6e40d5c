package dev.cobnut.orders.startup;

import dev.cobnut.framework.autoconfigure.settings.SettingsException;
import java.util.List;
import java.util.Set;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.stereotype.Component;

/// Refuses words of the command line that Spring would ignore: `cobnut.data=x` without dashes,
/// `--cobnut.data x` with a space, `--prot=9000`. It also refuses a setting that is given twice,
/// because Spring would join the two values.
@Component
final class ArgumentGuard implements BeanFactoryPostProcessor {

    /// Options of Spring Boot without a dot in their names.
    private static final Set<String> PLAIN_OPTIONS = Set.of("debug", "trace");

    /// The name that [org.springframework.boot.SpringApplication] gives it. A search by type would
    /// create beans before their time.
    private static final String ARGUMENTS = "springApplicationArguments";

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        ApplicationArguments arguments = beans.getBean(ARGUMENTS, ApplicationArguments.class);
        for (String word : arguments.getNonOptionArgs()) {
            throw new SettingsException(
                    "nothing reads the argument '%s'; a setting is written --name=value, as one word."
                            .formatted(word));
        }
        for (String option : arguments.getOptionNames()) {
            List<String> values = arguments.getOptionValues(option);
            if (values != null && values.size() > 1) {
                throw new SettingsException(
                        "--%s is given %d times (%s); give it once."
                                .formatted(option, values.size(), String.join(", ", values)));
            }
            if (!option.contains(".") && !PLAIN_OPTIONS.contains(option)) {
                throw new SettingsException(
                        "there is no option --%s; a setting is written with its whole name, such as --server.port=9000 or --cobnut.data=./data."
                                .formatted(option));
            }
        }
    }
}
