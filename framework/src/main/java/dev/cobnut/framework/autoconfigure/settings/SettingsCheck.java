package dev.cobnut.framework.autoconfigure.settings;

import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/// Refuses settings that nothing reads, and settings that contradict each other.
final class SettingsCheck implements BeanFactoryPostProcessor {

    /// @throws SettingsException with a sentence for each mistake
    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        Environment environment =
                beans.getBean(
                        ConfigurableApplicationContext.ENVIRONMENT_BEAN_NAME, Environment.class);
        KnownSettings known = KnownSettings.of(beans);
        List<String> mistakes = new ArrayList<>();
        List<GivenSetting> given = new ArrayList<>();
        int rank = 0;
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            SourceSettings settings = SourceSettings.of(source, rank++, known);
            mistakes.addAll(settings.mistakes());
            given.addAll(settings.read());
        }
        mistakes.addAll(Contradictions.in(given, Binder.get(environment)));
        if (!mistakes.isEmpty()) {
            throw new SettingsException(String.join(" ", mistakes));
        }
    }
}
