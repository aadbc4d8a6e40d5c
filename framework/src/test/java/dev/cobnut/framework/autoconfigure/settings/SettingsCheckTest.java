package dev.cobnut.framework.autoconfigure.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.cobnut.framework.autoconfigure.CobnutProperties;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/// The check by itself: the settings of the framework, and two classes that an application adds.
class SettingsCheckTest {

    private static final Path ROOT = Path.of("..");

    record Counting(int step, List<String> names, Map<String, Integer> limits) {}

    @ConfigurationProperties("cobnut.counting")
    record CountingProperties(Counting inner, String required) {

        CountingProperties {
            Objects.requireNonNull(required);
        }
    }

    @ConfigurationProperties("cobnut.beans")
    static class BeanProperties {

        private @Nullable String colour;

        public @Nullable String getColour() {
            return colour;
        }

        public void setColour(@Nullable String colour) {
            this.colour = colour;
        }
    }

    @ConfigurationProperties("another")
    record AnotherProperties(@Nullable String name) {}

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties({CobnutProperties.class, BeanProperties.class})
    static class Service {}

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties({CountingProperties.class, AnotherProperties.class})
    static class Application {}

    private final ApplicationContextRunner service =
            new ApplicationContextRunner()
                    .withConfiguration(AutoConfigurations.of(CobnutSettingsAutoConfiguration.class))
                    .withUserConfiguration(Service.class);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cobnut.dta | cobnut.data",
                "cobnut.journl.type | cobnut.journal.type",
                "cobnut.journal.postgres.url | cobnut.journal.postgresql.url",
                "cobnut.outbox.entry-max | cobnut.outbox.entries-max",
                "cobnut.cluster.address | cobnut.cluster.addresses",
                "cobnut.beans.color | cobnut.beans.colour",
                "cobunt.data | cobnut.data"
            })
    void aSettingThatNobodyReadsEndsTheStartAndTheNearestIsNamed(String written, String nearest) {
        service.withPropertyValues(written + "=7")
                .run(context ->
                        assertThat(context)
                                .getFailure()
                                .isInstanceOf(SettingsException.class)
                                .hasMessage(
                                        "There is no setting %s (test); the nearest is %s."
                                                .formatted(written, nearest)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cobnut.loan-period",
                "cobnut.mail.host",
                "cobnut.foo",
                "cobnut.desk.timeout"
            })
    void aSettingThatResemblesNoneEndsTheStartAndNoOtherIsNamed(String written) {
        service.withPropertyValues(written + "=7")
                .run(context ->
                        assertThat(context)
                                .getFailure()
                                .isInstanceOf(SettingsException.class)
                                .hasMessage(
                                        "There is no setting %s (test), and none of a similar name; settings of your own begin with another word than cobnut."
                                                .formatted(written)));
    }

    @Test
    void aVariableOfTheEnvironmentIsComparedInItsOwnSpelling() {
        environment(Map.of("COBNUT_JOURNAL_GROUPMX", "10"))
                .run(context ->
                        assertThat(context)
                                .getFailure()
                                .hasMessage(
                                        "There is no setting COBNUT_JOURNAL_GROUPMX (environment); the nearest is COBNUT_JOURNAL_GROUPMAX."));
    }

    @Test
    void aSystemPropertyIsAsMuchASettingAsAnArgument() {
        service.withSystemProperties("cobnut.dta=x")
                .run(context ->
                        assertThat(context)
                                .getFailure()
                                .hasMessage(
                                        "There is no setting -Dcobnut.dta; the nearest is cobnut.data."));
    }

    @Test
    void anArgumentOfTheCommandLineIsNamedAsItWasWritten() {
        SpringApplication application =
                new SpringApplication(Service.class, CobnutSettingsAutoConfiguration.class);
        application.setWebApplicationType(WebApplicationType.NONE);

        assertThat(catchThrowable(() -> application.run("--cobnut.dta=x").close()))
                .hasMessage("There is no setting --cobnut.dta; the nearest is cobnut.data.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "COBNUT_OUTBOX_ENTRIESMAX=10",
                "COBNUT_OUTBOX_ENTRIES_MAX=10",
                "COBNUT_DATA=x",
                "COBNUT_JAVA_OPTS=-Xmx1g",
                "COBNUT_PORT=8081",
                "COBNUT_CLUSTER_PORT=8090",
                "COBNUT_SERVICE_HOST=10.0.0.1",
                "COBNUT_MEMBERS_SERVICE_PORT_HTTP=8080",
                "COBNUT_PORT_8080_TCP_ADDR=10.0.0.1",
                "COCONUT_DATA=x",
            })
    void aVariableThatIsASettingOrBelongsToSomebodyElseIsAccepted(String variable) {
        int equals = variable.indexOf('=');
        environment(Map.of(variable.substring(0, equals), variable.substring(equals + 1)))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cobnut.outbox.entries-max=10",
                "cobnut.outbox.entriesMax=10",
                "cobnut.outbox.entries_max=10",
                "cobnut.beans.colour=red",
                "another.nme=x",
                "server.prt=x",
                "cobnut.commit=0123abc"
            })
    void aSettingInAnySpellingThatIsReadIsAccepted(String setting) {
        service.withPropertyValues(setting).run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void theSettingsOfAnApplicationAreKnownWithTheirListsAndMaps() {
        ApplicationContextRunner application =
                service.withUserConfiguration(Application.class)
                        .withPropertyValues(
                                "cobnut.counting.required=yes",
                                "cobnut.counting.inner.step=2",
                                "cobnut.counting.inner.names[0]=a",
                                "cobnut.counting.inner.names[1]=b",
                                "cobnut.counting.inner.limits.any-name=3");

        application.run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(CountingProperties.class).inner())
                    .isEqualTo(new Counting(2, List.of("a", "b"), Map.of("any-name", 3)));
        });
        application
                .withPropertyValues("cobnut.counting.inner.stp=2")
                .run(context ->
                        assertThat(context)
                                .getFailure()
                                .hasMessageContaining(
                                        "the nearest is cobnut.counting.inner.step."));
    }

    @Test
    void everyMistakeIsNamedAtOnce() {
        service.withPropertyValues("cobnut.dta=x", "cobnut.outbx.pace=1ms")
                .run(context ->
                        assertThat(context)
                                .getFailure()
                                .hasMessageContaining("cobnut.dta")
                                .hasMessageContaining("cobnut.outbx.pace"));
    }

    @Test
    void oneSettingInTwoSpellingsOfOneSourceIsRefused() {
        environment(Map.of("COBNUT_VIEWS_ENTRIESMAX", "1", "COBNUT_VIEWS_ENTRIES_MAX", "2"))
                .run(context ->
                        assertThat(context)
                                .getFailure()
                                .hasMessageContaining("are the same setting: remove one of them."));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cobnut.journal.postgresql.url=jdbc:postgresql://db/x | cobnut.journal.postgresql.url (test): no effect while cobnut.journal.type is sqlite; set cobnut.journal.type=postgresql, or remove what has no effect.",
                "cobnut.journal.type=SQLite cobnut.journal.postgresql.user=x | no effect while cobnut.journal.type is SQLite",
                "cobnut.journal.type=postgresql cobnut.journal.readers=4 | cobnut.journal.readers (test): no effect while cobnut.journal.type is postgresql",
                "cobnut.journal.type=postgresql cobnut.journal.wal-pages-max=40000 | set cobnut.journal.type=sqlite",
                "cobnut.cluster.lost-after=9s | no effect while cobnut.cluster.members is 1; set cobnut.cluster.members to the size of the whole cluster",
                "cobnut.cluster.addresses[0]=a | no effect while cobnut.cluster.members is 1",
                "cobnut.profiling.length-max=5m | set cobnut.profiling.enabled=true",
                "cobnut.journal.type=postgresql cobnut.journal.postgresql.migration.enabled=false cobnut.journal.postgresql.migration.user=x | no effect while cobnut.journal.postgresql.migration.enabled is false",
                "cobnut.journal.type=postgresql cobnut.journal.postgresql.password=x cobnut.journal.postgresql.password-file=y | cobnut.journal.postgresql.password (test), cobnut.journal.postgresql.password-file (test): give only one of them."
            })
    void aSettingThatAnotherOneMakesVoidEndsTheStart(String settings, String sentence) {
        service.withPropertyValues(settings.split(" ", -1))
                .run(context ->
                        assertThat(context)
                                .getFailure()
                                .isInstanceOf(SettingsException.class)
                                .hasMessageContaining(sentence));
    }

    /// The settings of tests come before system properties.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cobnut.journal.type=sqlite | cobnut.journal.postgresql.user=x",
                "cobnut.journal.type=postgresql | cobnut.journal.readers=4",
                "cobnut.journal.postgresql.migration.enabled=false | cobnut.journal.postgresql.migration.user=x",
                "cobnut.cluster.members=1 | cobnut.cluster.lost-after=9s",
                "cobnut.profiling.enabled=false | cobnut.profiling.length-max=5m"
            })
    void anOverrideMakesVoidWhatStandsBelowItAndOnlyThat(String override, String below) {
        ApplicationContextRunner start =
                override.contains("migration")
                        ? service.withPropertyValues("cobnut.journal.type=postgresql")
                        : service;

        start.withSystemProperties(below)
                .withPropertyValues(override)
                .run(context -> assertThat(context).hasNotFailed());
        start.withSystemProperties(override)
                .withPropertyValues(below)
                .run(context ->
                        assertThat(context)
                                .getFailure()
                                .isInstanceOf(SettingsException.class)
                                .hasMessageContaining("no effect while"));
    }

    @Test
    void anArgumentOrAProfileOverridesWhatAFileSays(@TempDir Path folder) throws IOException {
        Files.writeString(
                folder.resolve("application.properties"),
                """
                cobnut.journal.type=postgresql
                cobnut.journal.postgresql.url=jdbc:postgresql://db/x
                """);
        Files.writeString(
                folder.resolve("application-small.properties"), "cobnut.journal.type=sqlite");

        for (String override :
                List.of("--cobnut.journal.type=sqlite", "--spring.profiles.active=small")) {
            SpringApplication application =
                    new SpringApplication(Service.class, CobnutSettingsAutoConfiguration.class);
            application.setWebApplicationType(WebApplicationType.NONE);
            try (var context =
                    application.run(override, "--spring.config.location=" + folder.toUri())) {
                assertThat(context.getEnvironment().getProperty("cobnut.journal.type"))
                        .isEqualTo("sqlite");
            }
        }
    }

    @Test
    void settingsThatFitEachOtherAreAccepted() {
        service.withPropertyValues(
                        "cobnut.journal.type=PostgreSQL",
                        "cobnut.journal.postgresql.password-file=x",
                        "cobnut.journal.postgresql.password=",
                        "cobnut.cluster.members=3",
                        "cobnut.cluster.addresses=a,b,c",
                        "cobnut.profiling.enabled=true",
                        "cobnut.profiling.length-max=5m")
                .run(context -> assertThat(context).hasNotFailed());
    }

    /// Else a variable of the tools that somebody exports would end the start of a service.
    @Test
    void theVariablesOfTheToolsAreThoseThatTheToolsRead() throws IOException {
        Set<String> read = new TreeSet<>();
        for (Path file : scripts()) {
            find("\\$\\{?(COBNUT_[A-Z_]+)", Files.readString(file), read);
        }
        for (Path file : sources()) {
            find("\"(COBNUT_[A-Z_]+)\"", Files.readString(file), read);
            find("(?:getLong\\(|_PROPERTY = )\"(cobnut\\.[a-z.]+)\"", Files.readString(file), read);
        }
        find(
                "\\b(COBNUT_[A-Z]+_PORT)\\b",
                Files.readString(ROOT.resolve("docker-compose.yml")),
                read);

        // A setting, which the script shows in its first line.
        assertThat(read.remove("COBNUT_DATA")).isTrue();

        assertThat(SourceSettings.NO_SETTINGS)
                .containsAll(read)
                .allSatisfy(name ->
                        assertThat(name.equals("cobnut.commit") || read.contains(name))
                                .as("%s is read by a tool", name)
                                .isTrue());
    }

    private static void find(String pattern, String text, Set<String> found) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
    }

    private static List<Path> scripts() {
        return Stream.of(
                        "cobnut",
                        "docker-compose.yml",
                        "docker/compose.sh",
                        "docker/measure.sh",
                        "docker/image/start")
                .map(ROOT::resolve)
                .toList();
    }

    /// Settings that a test gives to a service are not read as variables: they stand in a map.
    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("SettingsCheckTest.java"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .filter(SettingsCheckTest::readsVariables)
                    .toList();
        }
    }

    private static boolean readsVariables(Path file) {
        try {
            return Pattern.compile("System\\.get" + "env\\(|getLong\\(|_PROPERTY = ")
                    .matcher(Files.readString(file))
                    .find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ApplicationContextRunner environment(Map<String, String> variables) {
        return service.withInitializer(context ->
                context.getEnvironment()
                        .getPropertySources()
                        .replace(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                                new SystemEnvironmentPropertySource(
                                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                                        Map.copyOf(variables))));
    }
}
