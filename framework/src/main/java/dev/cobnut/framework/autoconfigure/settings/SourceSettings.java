package dev.cobnut.framework.autoconfigure.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/// The settings of one property source.
///
/// Spring Boot says which of the written names it reads: the source is asked for every known name,
/// and the origin of an answer has the name as it was written. All other names that look like ours
/// are mistakes.
///
/// @param read the settings that are read
/// @param mistakes a sentence for each name that nothing reads
record SourceSettings(List<GivenSetting> read, List<String> mistakes) {

    /// Environment variables of the script `cobnut`, of its containers and of its tests, and system
    /// properties of its tools. None is a setting of a service.
    static final Set<String> NO_SETTINGS =
            Set.of(
                    "COBNUT_BROWSER",
                    "COBNUT_CLUSTER_PORT",
                    "COBNUT_CPUS",
                    "COBNUT_GRAFANA_PORT",
                    "COBNUT_IMAGE",
                    "COBNUT_JAEGER_PORT",
                    "COBNUT_JAVA_OPTS",
                    "COBNUT_LOAD_IMAGE",
                    "COBNUT_MEMORY",
                    "COBNUT_PORT",
                    "COBNUT_POSTGRES_BIN",
                    "COBNUT_PROFILE_PORT",
                    "COBNUT_PROMETHEUS",
                    "COBNUT_PROMETHEUS_PORT",
                    "COBNUT_RESULTS",
                    "COBNUT_TEST_THOROUGH",
                    "COBNUT_TEST_WITHOUT",
                    "COBNUT_TRACING",
                    "COBNUT_USER",
                    "cobnut.before.jar",
                    "cobnut.commit",
                    "cobnut.home",
                    "cobnut.seed",
                    "cobnut.service.cache",
                    "cobnut.service.jar");

    /// What Kubernetes adds to the environment of a pod for each service of its namespace, and for
    /// a service `cobnut`, too.
    private static final Pattern SERVICE_LINK =
            Pattern.compile(
                    "COBNUT_(\\w+_)?(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT|PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");

    private static final Pattern OURS = Pattern.compile("(?i)cobnut[._]");
    private static final String COMMAND_LINE = "commandLineArgs";

    /// @param rank of the source; see [GivenSetting#rank()]
    static SourceSettings of(ConfigurationPropertySource source, int rank, KnownSettings known) {
        if (!(source.getUnderlyingSource() instanceof EnumerablePropertySource<?> properties)) {
            return new SourceSettings(List.of(), List.of());
        }
        Map<String, GivenSetting> read = read(source, rank, properties, known);
        List<String> mistakes = new ArrayList<>();
        if (properties.getName().equals(COMMAND_LINE)) {
            // Spring would take the default.
            read.values().stream()
                    .filter(GivenSetting::empty)
                    .map(setting -> setting.written() + " has no value.")
                    .sorted()
                    .forEach(mistakes::add);
        }
        Arrays.stream(properties.getPropertyNames())
                .filter(key -> !read.containsKey(key))
                .sorted()
                .forEach(key -> {
                    String sentence = mistake(key, properties, read, known);
                    if (sentence != null) {
                        mistakes.add(sentence);
                    }
                });
        return new SourceSettings(List.copyOf(read.values()), mistakes);
    }

    /// The settings that the source has, by their names as they were written.
    private static Map<String, GivenSetting> read(
            ConfigurationPropertySource source,
            int rank,
            PropertySource<?> properties,
            KnownSettings known) {
        Map<String, GivenSetting> read = new HashMap<>();
        names(source, known)
                .forEach(name -> {
                    ConfigurationProperty property = source.getConfigurationProperty(name);
                    if (property != null
                            && property.getOrigin() instanceof PropertySourceOrigin origin) {
                        String key = origin.getPropertyName();
                        boolean empty =
                                property.getValue() instanceof CharSequence text
                                        && text.toString().isBlank();
                        read.put(
                                key, new GivenSetting(name, written(key, properties), empty, rank));
                    }
                });
        return read;
    }

    private static Stream<ConfigurationPropertyName> names(
            ConfigurationPropertySource source, KnownSettings known) {
        Stream<ConfigurationPropertyName> fixed =
                Stream.of(known.settings(), known.groups(), known.open()).flatMap(Set::stream);
        return source instanceof IterableConfigurationPropertySource iterable
                ? Stream.concat(fixed, iterable.stream().filter(known::isBelowAnOpenOne))
                : fixed;
    }

    /// The sentence for a name that is not read, or null when it is not meant for this service.
    private static @Nullable String mistake(
            String key,
            PropertySource<?> source,
            Map<String, GivenSetting> read,
            KnownSettings known) {
        boolean variable = source instanceof SystemEnvironmentPropertySource;
        if (NO_SETTINGS.contains(key) || (variable && SERVICE_LINK.matcher(key).matches())) {
            return null;
        }
        if (!OURS.matcher(key).lookingAt()) {
            // A name of somebody else, unless only a slip parts it from one of ours.
            ConfigurationPropertyName meant = known.withOneSlip(key);
            return meant == null ? null : unknown(key, source, meant);
        }
        String plain = KnownSettings.plain(key);
        for (GivenSetting setting : read.values()) {
            if (KnownSettings.plain(setting.name().toString()).equals(plain)) {
                return "%s and %s are the same setting: remove one of them."
                        .formatted(written(key, source), setting.written());
            }
        }
        return unknown(key, source, known.nearest(key));
    }

    private static String unknown(
            String key, PropertySource<?> source, @Nullable ConfigurationPropertyName nearest) {
        return "There is no setting %s%s"
                .formatted(
                        written(key, source),
                        nearest == null
                                ? ", and none of a similar name; settings of your own begin with another word than cobnut."
                                : "; the nearest is " + as(nearest, source) + ".");
    }

    private static String as(ConfigurationPropertyName name, PropertySource<?> source) {
        return source instanceof SystemEnvironmentPropertySource
                ? name.toString().replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT)
                : name.toString();
    }

    /// The name, and where it is written when the name does not say so.
    private static String written(String key, PropertySource<?> source) {
        if (source.getName().equals(COMMAND_LINE)) {
            return "--" + key;
        }
        if (source instanceof SystemEnvironmentPropertySource) {
            return "%s (environment)".formatted(key);
        }
        if (source.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME)) {
            return "-D" + key;
        }
        Origin origin = OriginLookup.getOrigin(source, key);
        return "%s (%s)".formatted(key, origin == null ? source.getName() : origin);
    }
}
