package dev.cobnut.benchmarks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The permitted dependencies between the packages of the benchmarks, on the peers and on the
/// runtime.
class BenchmarksArchitectureTest {

    private static final String BASE = "dev.cobnut.benchmarks";

    /// The dependency table: what a package may use of this module. The root, which puts the
    /// commands together, is in no row.
    private static final Map<String, Set<String>> MAY_USE =
            new TreeMap<>(
                    Map.ofEntries(
                            entry("commits", "compare", "history", "results", "statistics"),
                            entry("compare", "history", "results", "statistics"),
                            entry("contender", "history"),
                            entry("history"),
                            entry("jmh", "contender"),
                            entry("jmh.creation", "contender", "jmh"),
                            entry("jmh.flow", "contender", "jmh"),
                            entry("jmh.mailbox", "history", "jmh"),
                            entry("jmh.outbox", "history", "jmh"),
                            entry("jmh.pattern", "contender", "jmh"),
                            entry("results", "history", "jmh", "statistics"),
                            entry("run", "history", "jmh", "results", "scenario"),
                            entry("scenario", "contender", "history", "jmh"),
                            entry("statistics"),
                            entry("trend", "compare", "history", "results", "statistics")));

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .withImportOption(location -> !location.contains("jmh_generated"))
                    .importPackages(BASE);

    private static Map.Entry<String, Set<String>> entry(String name, String... mayUse) {
        return Map.entry(name, Set.of(mayUse));
    }

    static Stream<String> packages() {
        return MAY_USE.keySet().stream();
    }

    @Test
    void theTableNamesEveryPackage() {
        assertThat(packagesBelowTheRoot().map(JavaPackage::getName))
                .containsExactlyInAnyOrderElementsOf(
                        MAY_USE.keySet().stream().map(name -> BASE + "." + name).toList());
    }

    @ParameterizedTest
    @MethodSource("packages")
    void aPackageUsesOnlyTheOnesOfItsRow(String name) {
        Set<String> row = MAY_USE.getOrDefault(name, Set.of());
        String[] others =
                Stream.concat(
                                Stream.of(BASE),
                                packages()
                                        .filter(other ->
                                                !other.equals(name) && !row.contains(other))
                                        .map(other -> BASE + "." + other))
                        .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage(BASE + "." + name)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .because("the row of " + name + " is " + row)
                .check(CLASSES);
    }

    @Test
    void onlyWhatMeasuresSeesThePeersAndTheRuntime() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        BASE + ".contender..", BASE + ".scenario..", BASE + ".jmh..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.apache.pekko..",
                        "com.cajunsystems..",
                        "dev.cobnut.framework.dispatch..",
                        "dev.cobnut.runtime..",
                        "dev.cobnut.framework.durable..")
                .check(CLASSES);
    }

    @Test
    void whatReadsTheHistoryDoesNotRunJmh() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        BASE + ".history..",
                        BASE + ".compare..",
                        BASE + ".trend..",
                        BASE + ".commits..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.openjdk.jmh..")
                .check(CLASSES);
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(packagesBelowTheRoot())
                .allSatisfy(javaPackage ->
                        assertThat(javaPackage.tryGetPackageInfo())
                                .as("package-info of " + javaPackage.getName())
                                .hasValueSatisfying(info ->
                                        assertThat(info.isAnnotatedWith(NullMarked.class))
                                                .isTrue()));
    }

    private static Stream<JavaPackage> packagesBelowTheRoot() {
        return CLASSES.getPackage(BASE).getSubpackagesInTree().stream()
                .filter(javaPackage -> !javaPackage.getClasses().isEmpty());
    }
}
