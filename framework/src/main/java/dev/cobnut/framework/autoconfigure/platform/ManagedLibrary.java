package dev.cobnut.framework.autoconfigure.platform;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor.Version;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/// A library whose version Spring Boot's dependency management decides in an application that has
/// `spring-boot-starter-parent` as its parent. There, what the starters and the BOM say has no
/// effect, and only a property of the application's own POM has.
enum ManagedLibrary {

    /// Spring Boot 4.1 manages 5.5.0.
    HAZELCAST(
            "Hazelcast",
            "com.hazelcast:hazelcast",
            "com.hazelcast.core.HazelcastInstance",
            "5.7.0",
            "hazelcast.version",
            "the delivery rests on its indexes and on Jet as they are there"),

    /// The journal copies the write-ahead log from a connection beside the one that writes, which
    /// is where <https://www.sqlite.org/wal.html#walresetbug> happens.
    SQLITE(
            "SQLite's driver",
            "org.xerial:sqlite-jdbc",
            "org.sqlite.JDBC",
            "3.51.3",
            "sqlite-jdbc.version",
            "older ones can damage the journal (SQLite's WAL-reset bug)"),

    POSTGRESQL(
            "PostgreSQL's driver",
            "org.postgresql:postgresql",
            "org.postgresql.Driver",
            "42.7.11",
            "postgresql.version",
            "older ones have CVE-2026-42198");

    private final String title;
    private final String artifact;
    private final String type;
    private final String minimum;
    private final String property;
    private final String reason;

    /// @param artifact group and name, as the build names it
    /// @param type a class of the library
    /// @param property with which a POM chooses the version that Spring Boot manages
    ManagedLibrary(
            String title,
            String artifact,
            String type,
            String minimum,
            String property,
            String reason) {
        this.title = title;
        this.artifact = artifact;
        this.type = type;
        this.minimum = minimum;
        this.property = property;
        this.reason = reason;
    }

    String minimum() {
        return minimum;
    }

    String property() {
        return property;
    }

    /// @param versions the version of each library; empty when it is absent or says none
    /// @return a sentence for each library that is too old
    static List<String> mistakes(Function<ManagedLibrary, Optional<String>> versions) {
        return Arrays.stream(values())
                .flatMap(library ->
                        versions.apply(library).filter(library::isTooOld).stream()
                                .map(library::sentence))
                .toList();
    }

    static Function<ManagedLibrary, Optional<String>> versionsOf(@Nullable ClassLoader classes) {
        return library -> library.version(classes);
    }

    private boolean isTooOld(String version) {
        return Version.parse(version).compareTo(Version.parse(minimum)) < 0;
    }

    private String sentence(String version) {
        return ("%s %s is on the class path and Cobnut needs %s or newer, because %s: add"
                        + " <%s>%s</%s> to the <properties> of the POM (Gradle: ext['%s'] = '%s').")
                .formatted(
                        title, version, minimum, reason, property, minimum, property, property,
                        minimum);
    }

    private Optional<String> version(@Nullable ClassLoader classes) {
        if (!ClassUtils.isPresent(type, classes)) {
            return Optional.empty();
        }
        Class<?> known = ClassUtils.resolveClassName(type, classes);
        return Stream.of(
                        Optional.ofNullable(known.getPackage().getImplementationVersion()),
                        mavenVersion(known))
                .flatMap(Optional::stream)
                .filter(version -> Character.isDigit(version.charAt(0)))
                .findFirst();
    }

    private Optional<String> mavenVersion(Class<?> known) {
        String file = "/META-INF/maven/" + artifact.replace(':', '/') + "/pom.properties";
        try (InputStream in = known.getResourceAsStream(file)) {
            if (in == null) {
                return Optional.empty();
            }
            Properties properties = new Properties();
            properties.load(in);
            return Optional.ofNullable(properties.getProperty("version"));
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }
}
