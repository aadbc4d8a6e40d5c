package dev.cobnut.orders;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Which package may use which, and who may see Hazelcast, Spring and HTTP.
class OrderServiceArchitectureTest {

    private static final String BASE = "dev.cobnut.orders";

    /// The dependency table. `dev.cobnut.orders` itself starts the service and gives the framework
    /// its decider; nobody uses `startup` and `api`.
    private static final Map<String, Set<String>> MAY_USE =
            Map.of(
                    BASE,
                    packages("access", "domain", "stats", "view"),
                    BASE + ".access",
                    packages(),
                    BASE + ".api",
                    Set.of(
                            BASE,
                            BASE + ".access",
                            BASE + ".domain",
                            BASE + ".stats",
                            BASE + ".view",
                            BASE + ".webhook"),
                    BASE + ".domain",
                    packages(),
                    BASE + ".startup",
                    packages(),
                    BASE + ".stats",
                    packages("domain"),
                    BASE + ".view",
                    packages("domain"),
                    BASE + ".webhook",
                    Set.of(BASE, BASE + ".domain"));

    private static final JavaClasses SERVICE =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages(BASE);

    private static Set<String> packages(String... names) {
        return Set.of(Stream.of(names).map(name -> BASE + "." + name).toArray(String[]::new));
    }

    static Stream<String> rows() {
        return MAY_USE.keySet().stream().sorted();
    }

    @Test
    void theTableNamesEveryPackage() {
        assertThat(packagesOfTheService().map(JavaPackage::getName))
                .containsExactlyInAnyOrderElementsOf(MAY_USE.keySet());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void aPackageUsesOnlyTheOnesOfItsRow(String name) {
        Set<String> row = MAY_USE.getOrDefault(name, Set.of());
        noClasses()
                .that()
                .resideInAPackage(name)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        MAY_USE.keySet().stream()
                                .filter(other -> !other.equals(name) && !row.contains(other))
                                .toArray(String[]::new))
                .because("the row of " + name + " is " + row)
                .check(SERVICE);
    }

    @Test
    void theDomainIsPure() {
        classes()
                .that()
                .resideInAPackage(BASE + ".domain")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(BASE + ".domain", "java..", "org.jspecify.annotations..")
                .check(SERVICE);
    }

    @Test
    void theDomainReadsNoClock() {
        noClasses()
                .that()
                .resideInAPackage(BASE + ".domain")
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.time.Clock")
                .check(SERVICE);
    }

    @Test
    void theViewKnowsNoHttp() {
        noClasses()
                .that()
                .resideInAPackage(BASE + ".view")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jakarta.servlet..", "org.springframework..")
                .check(SERVICE);
    }

    @Test
    void nobodyKnowsHazelcast() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("com.hazelcast.."))
                .check(SERVICE);
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(packagesOfTheService())
                .allSatisfy(javaPackage ->
                        assertThat(javaPackage.tryGetPackageInfo())
                                .as("package-info of " + javaPackage.getName())
                                .hasValueSatisfying(info ->
                                        assertThat(info.isAnnotatedWith(NullMarked.class))
                                                .isTrue()));
    }

    private static Stream<JavaPackage> packagesOfTheService() {
        return Stream.concat(
                        Stream.of(SERVICE.getPackage(BASE)),
                        SERVICE.getPackage(BASE).getSubpackagesInTree().stream())
                .filter(javaPackage -> !javaPackage.getClasses().isEmpty());
    }
}
