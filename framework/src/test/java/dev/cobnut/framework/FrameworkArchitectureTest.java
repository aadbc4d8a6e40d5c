package dev.cobnut.framework;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Which package may use which, and who may see Hazelcast, Spring and Micrometer.
class FrameworkArchitectureTest {

    private static final String BASE = "dev.cobnut.framework";
    private static final String HAZELCAST = "com.hazelcast..";
    private static final String RUNTIME = "dev.cobnut.runtime..";
    private static final String SPRING = "org.springframework..";
    private static final String MICROMETER = "io.micrometer..";

    /// The dependency table.
    private static final Map<String, Set<String>> MAY_USE =
            new TreeMap<>(
                    Map.ofEntries(
                            entry("boundary", "command", "event", "eventstore", "journal"),
                            entry("cluster", "event"),
                            entry("command", "event", "eventstore", "journal", "snapshot", "waits"),
                            entry("delivery", "event", "jet", "journal", "outbox", "view"),
                            entry("durable", "event", "journal"),
                            entry("event"),
                            entry("eventstore", "event", "journal", "maps", "outbox", "waits"),
                            entry("feed", "event", "journal", "subscription"),
                            entry("handler", "event", "journal"),
                            entry("jet"),
                            entry("journal", "event", "waits"),
                            entry("maps"),
                            entry("outbox", "cluster", "event", "journal", "maps"),
                            entry("process", "command", "event", "handler", "journal"),
                            entry("profiling"),
                            entry("snapshot", "event", "journal"),
                            entry(
                                    "sqltable",
                                    "event",
                                    "handler",
                                    "journal",
                                    "table",
                                    "table.owner"),
                            entry("statistic", "event", "jet", "journal"),
                            entry("subscription", "event", "journal"),
                            entry("table", "event", "journal", "table.owner"),
                            entry("table.owner", "event", "journal"),
                            entry(
                                    "topology",
                                    "cluster",
                                    "command",
                                    "delivery",
                                    "event",
                                    "eventstore",
                                    "journal",
                                    "maps",
                                    "outbox",
                                    "table",
                                    "table.owner",
                                    "view"),
                            entry("view", "event", "journal", "maps", "waits"),
                            entry("waits"),
                            entry(
                                    "autoconfigure",
                                    "autoconfigure.domain",
                                    "autoconfigure.settings",
                                    "autoconfigure.tracing",
                                    "boundary",
                                    "cluster",
                                    "command",
                                    "delivery",
                                    "durable",
                                    "event",
                                    "eventstore",
                                    "feed",
                                    "handler",
                                    "journal",
                                    "outbox",
                                    "process",
                                    "profiling",
                                    "snapshot",
                                    "sqltable",
                                    "statistic",
                                    "subscription",
                                    "table",
                                    "table.owner",
                                    "topology",
                                    "view",
                                    "waits"),
                            entry(
                                    "autoconfigure.actuator",
                                    "autoconfigure",
                                    "cluster",
                                    "delivery",
                                    "event",
                                    "handler",
                                    "journal",
                                    "outbox",
                                    "process",
                                    "sqltable",
                                    "table"),
                            entry("autoconfigure.actor"),
                            entry(
                                    "autoconfigure.domain",
                                    "autoconfigure.settings",
                                    "boundary",
                                    "command",
                                    "event",
                                    "journal",
                                    "view"),
                            entry("autoconfigure.platform"),
                            entry("autoconfigure.settings"),
                            entry(
                                    "autoconfigure.tracing",
                                    "autoconfigure.settings",
                                    "command",
                                    "delivery",
                                    "event",
                                    "feed",
                                    "handler",
                                    "outbox",
                                    "waits")));

    private static final JavaClasses FRAMEWORK =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages(BASE);

    private static Map.Entry<String, Set<String>> entry(String name, String... mayUse) {
        return Map.entry(name, Set.of(mayUse));
    }

    static Stream<String> packages() {
        return MAY_USE.keySet().stream();
    }

    @Test
    void theTableNamesEveryPackage() {
        assertThat(packagesOfTheFramework().map(JavaPackage::getName))
                .containsExactlyInAnyOrderElementsOf(
                        MAY_USE.keySet().stream().map(name -> BASE + "." + name).toList());
    }

    @ParameterizedTest
    @MethodSource("packages")
    void aPackageUsesOnlyTheOnesOfItsRow(String name) {
        Set<String> others =
                MAY_USE.keySet().stream()
                        .filter(other -> !other.equals(name))
                        .filter(other -> !MAY_USE.getOrDefault(name, Set.of()).contains(other))
                        .collect(Collectors.toSet());
        noClasses()
                .that()
                .resideInAPackage(BASE + "." + name)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        others.stream().map(other -> BASE + "." + other).toArray(String[]::new))
                .because("the row of " + name + " is " + MAY_USE.get(name))
                .check(FRAMEWORK);
    }

    @Test
    void onlyTheWiringSeesSpringAndMicrometer() {
        noClasses()
                .that(not(resideInAPackage(BASE + ".autoconfigure..")))
                .should()
                .dependOnClassesThat(resideInAnyPackage(SPRING, MICROMETER))
                .check(FRAMEWORK);
    }

    @Test
    void eventsHandlersMailboxesAndTheJournalDoNotKnowHazelcast() {
        noClasses()
                .that(
                        resideInAnyPackage(
                                BASE + ".event..",
                                BASE + ".handler..",
                                BASE + ".journal..",
                                BASE + ".process..",
                                BASE + ".subscription..",
                                BASE + ".durable..",
                                BASE + ".command.."))
                .should()
                .dependOnClassesThat(resideInAPackage(HAZELCAST))
                .check(FRAMEWORK);
    }

    @Test
    void onlyCommandsDurableActorsAndTheWiringUseTheRuntime() {
        noClasses()
                .that(
                        not(
                                resideInAnyPackage(
                                        BASE + ".command..",
                                        BASE + ".durable..",
                                        BASE + ".autoconfigure..")))
                .should()
                .dependOnClassesThat(resideInAPackage(RUNTIME))
                .check(FRAMEWORK);
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(packagesOfTheFramework())
                .allSatisfy(javaPackage ->
                        assertThat(javaPackage.tryGetPackageInfo())
                                .as("package-info of " + javaPackage.getName())
                                .hasValueSatisfying(info ->
                                        assertThat(info.isAnnotatedWith(NullMarked.class))
                                                .isTrue()));
    }

    private static Stream<JavaPackage> packagesOfTheFramework() {
        return FRAMEWORK.getPackage(BASE).getSubpackagesInTree().stream()
                .filter(javaPackage -> !javaPackage.getClasses().isEmpty());
    }
}
