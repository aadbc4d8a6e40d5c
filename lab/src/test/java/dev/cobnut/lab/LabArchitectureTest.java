package dev.cobnut.lab;

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

/// Checks the dependencies between the lab's packages, and that the lab depends on no service.
class LabArchitectureTest {

    private static final String BASE = "dev.cobnut.lab";

    /// The dependency table: the packages of this module that each package may use.
    private static final Map<String, Set<String>> MAY_USE =
            new TreeMap<>(
                    Map.ofEntries(
                            entry("capture", "measurement", "plan", "stacks", "statistics"),
                            entry("cli"),
                            entry("compare", "measurement", "plan", "stacks", "statistics"),
                            entry("flamegraph", "stacks", "statistics", "template"),
                            entry("generator"),
                            entry("load", "generator", "machine", "measurement", "service"),
                            entry("machine", "service"),
                            entry("measurement", "stacks"),
                            entry("plan", "cli", "stacks"),
                            entry(
                                    "report",
                                    "cli",
                                    "compare",
                                    "flamegraph",
                                    "measurement",
                                    "plan",
                                    "stacks",
                                    "statistics",
                                    "template"),
                            entry("service"),
                            entry(
                                    "session",
                                    "capture",
                                    "cli",
                                    "compare",
                                    "generator",
                                    "load",
                                    "machine",
                                    "measurement",
                                    "plan",
                                    "report",
                                    "service",
                                    "stacks"),
                            entry("stacks"),
                            entry("statistics"),
                            entry("template")));

    private static final JavaClasses CLASSES =
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
        assertThat(packagesBelowTheRoot().map(JavaPackage::getName))
                .containsExactlyInAnyOrderElementsOf(
                        MAY_USE.keySet().stream().map(name -> BASE + "." + name).toList());
    }

    @ParameterizedTest
    @MethodSource("packages")
    void aPackageUsesOnlyTheOnesOfItsRow(String name) {
        Set<String> row = MAY_USE.getOrDefault(name, Set.of());
        String[] others =
                packages()
                        .filter(other -> !other.equals(name) && !row.contains(other))
                        .map(other -> BASE + "." + other)
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
    void theLabKnowsNoService() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.cobnut.framework..",
                        "dev.cobnut.runtime..",
                        "dev.cobnut.orders..",
                        "dev.cobnut.loadtests..",
                        "dev.cobnut.benchmarks..",
                        "com.hazelcast..",
                        "org.springframework..")
                .check(CLASSES);
    }

    @Test
    void onlyTheGeneratorSeesGatling() {
        noClasses()
                .that()
                .resideOutsideOfPackage(BASE + ".generator..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.gatling..")
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
