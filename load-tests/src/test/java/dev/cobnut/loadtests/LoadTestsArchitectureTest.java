package dev.cobnut.loadtests;

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

/// The permitted dependencies between the packages of the load tests.
class LoadTestsArchitectureTest {

    private static final String BASE = "dev.cobnut.loadtests";

    /// The dependency table: what a package may use of this module. The root, which puts the
    /// commands together, is in no row.
    private static final Map<String, Set<String>> MAY_USE =
            new TreeMap<>(
                    Map.ofEntries(
                            entry("capacity"),
                            entry("cluster", "ledger", "orders"),
                            entry("demo", "orders", "service"),
                            entry("feed", "orders"),
                            entry("http"),
                            entry("knee"),
                            entry("ledger", "orders"),
                            entry("load", "knee", "service", "simulation"),
                            entry("orders"),
                            entry("profile"),
                            entry("proxy"),
                            entry("service", "http", "knee", "orders", "simulation"),
                            entry("simulation"),
                            entry("variant"),
                            entry("variant.naive"),
                            entry("variant.planted"),
                            entry("variant.polling"),
                            entry("variant.sink")));

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

    /// Variants run inside the service, all others talk to it over HTTP.
    @Test
    void onlyTheVariantsSeeTheFramework() {
        noClasses()
                .that()
                .resideOutsideOfPackage(BASE + ".variant..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.cobnut.framework..",
                        "dev.cobnut.runtime..",
                        "dev.cobnut.orders..",
                        "com.hazelcast..",
                        "org.springframework..")
                .check(CLASSES);
    }

    @Test
    void variantsSeeNothingOfTheLoadTestsAndTheLab() {
        noClasses()
                .that()
                .resideInAPackage(BASE + ".variant..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.cobnut.lab..")
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
