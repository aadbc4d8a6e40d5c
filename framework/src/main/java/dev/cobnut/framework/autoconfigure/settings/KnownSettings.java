package dev.cobnut.framework.autoconfigure.settings;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/// The names below `cobnut.` that the `@ConfigurationProperties` classes of a context bind.
///
/// Spring Boot's own binder finds them: it binds each class to a source without values, and a
/// handler notes the names that it asks for. So the names are those that a real binding reads,
/// whether the class is a record or has setters, and with or without generated metadata.
///
/// @param settings names that take a value
/// @param groups names that have other names below them
/// @param open names of lists and maps: the names below them depend on the values
/// @param byPlainName the names that take a value, by the form that [#plain] gives them
record KnownSettings(
        Set<ConfigurationPropertyName> settings,
        Set<ConfigurationPropertyName> groups,
        Set<ConfigurationPropertyName> open,
        Map<String, ConfigurationPropertyName> byPlainName) {

    static final String ROOT = "cobnut";

    private static final Pattern SEPARATORS = Pattern.compile("[._-]");

    private static final ConfigurationPropertyName ROOT_NAME = ConfigurationPropertyName.of(ROOT);

    static KnownSettings of(ConfigurableListableBeanFactory beans) {
        Names names = new Names();
        Binder binder = new Binder(_ -> null);
        for (String bean : beans.getBeanNamesForAnnotation(ConfigurationProperties.class)) {
            Class<?> type = beans.getType(bean, false);
            for (ConfigurationProperties annotation :
                    beans.findAllAnnotationsOnBean(bean, ConfigurationProperties.class, false)) {
                ConfigurationPropertyName prefix =
                        ConfigurationPropertyName.of(annotation.prefix());
                if (type != null && (prefix.equals(ROOT_NAME) || ROOT_NAME.isAncestorOf(prefix))) {
                    binder.bind(prefix, Bindable.of(type), names);
                }
            }
        }
        return names.known();
    }

    boolean isBelowAnOpenOne(ConfigurationPropertyName name) {
        return open.stream().anyMatch(one -> one.isAncestorOf(name));
    }

    /// The setting whose name is the most similar; null when none is near.
    @Nullable ConfigurationPropertyName nearest(String name) {
        return named(EditDistance.nearest(plain(name), byPlainName.keySet()));
    }

    /// The setting whose name is the same but for one slip; null when there is none.
    @Nullable ConfigurationPropertyName withOneSlip(String name) {
        return named(EditDistance.nearest(plain(name), byPlainName.keySet(), 1));
    }

    private @Nullable ConfigurationPropertyName named(@Nullable String plainName) {
        return plainName == null ? null : byPlainName.get(plainName);
    }

    /// A name in the form in which the command line, a file and the environment agree: the
    /// environment has one separator for the parts of a name and for the words of a part.
    static String plain(String name) {
        return SEPARATORS.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("");
    }

    /// Notes the names that a binding asks for.
    private static final class Names implements BindHandler {

        private final Set<ConfigurationPropertyName> asked = new TreeSet<>();
        private final Set<ConfigurationPropertyName> open = new HashSet<>();

        @Override
        public <T> Bindable<T> onStart(
                ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
            asked.add(name);
            Class<?> type = target.getType().resolve(Object.class);
            if (type.isArray()
                    || Collection.class.isAssignableFrom(type)
                    || Map.class.isAssignableFrom(type)) {
                open.add(name);
            }
            return target;
        }

        /// A class may refuse to be made without values: its names are noted already.
        @Override
        public @Nullable Object onFailure(
                ConfigurationPropertyName name,
                Bindable<?> target,
                BindContext context,
                Exception error) {
            return null;
        }

        KnownSettings known() {
            Set<ConfigurationPropertyName> groups =
                    asked.stream()
                            .filter(name -> !open.contains(name))
                            .filter(name -> asked.stream().anyMatch(name::isParentOf))
                            .collect(Collectors.toSet());
            Set<ConfigurationPropertyName> settings =
                    asked.stream()
                            .filter(name -> !groups.contains(name))
                            .filter(name -> open.stream().noneMatch(one -> one.isAncestorOf(name)))
                            .collect(Collectors.toCollection(TreeSet::new));
            Map<String, ConfigurationPropertyName> byPlainName = new LinkedHashMap<>();
            settings.forEach(name -> byPlainName.putIfAbsent(plain(name.toString()), name));
            return new KnownSettings(settings, groups, Set.copyOf(open), byPlainName);
        }
    }
}
