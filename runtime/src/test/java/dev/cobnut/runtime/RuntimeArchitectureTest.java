package dev.cobnut.runtime;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
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

/// The dependency table of the runtime's packages. The JDK and JCTools are all that it needs.
class RuntimeArchitectureTest {

    private static final String BASE = "dev.cobnut.runtime";

    private static final Map<String, Set<String>> MAY_USE =
            new TreeMap<>(
                    Map.of(
                            "actor", Set.of("entity", "mailbox", "scheduler"),
                            "durable", Set.of(),
                            "entity", Set.of("mailbox"),
                            "mailbox", Set.of(),
                            "scheduler", Set.of()));

    private static final JavaClasses RUNTIME =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages(BASE);

    static Stream<String> packages() {
        return MAY_USE.keySet().stream();
    }

    @Test
    void theTableNamesEveryPackage() {
        assertThat(packagesOfTheRuntime().map(JavaPackage::getName))
                .containsExactlyInAnyOrderElementsOf(
                        MAY_USE.keySet().stream().map(name -> BASE + "." + name).toList());
    }

    @ParameterizedTest
    @MethodSource("packages")
    void aPackageUsesOnlyTheOnesOfItsRow(String name) {
        Set<String> row = MAY_USE.getOrDefault(name, Set.of());
        noClasses()
                .that()
                .resideInAPackage(BASE + "." + name)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        MAY_USE.keySet().stream()
                                .filter(other -> !other.equals(name) && !row.contains(other))
                                .map(other -> BASE + "." + other)
                                .toArray(String[]::new))
                .allowEmptyShould(true)
                .because("the row of " + name + " is " + row)
                .check(RUNTIME);
    }

    @Test
    void theJdkAndJctoolsAreEnough() {
        noClasses()
                .should()
                .dependOnClassesThat(
                        resideOutsideOfPackages(
                                BASE + "..", "java..", "org.jctools..", "org.jspecify.."))
                .check(RUNTIME);
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(packagesOfTheRuntime())
                .allSatisfy(javaPackage ->
                        assertThat(javaPackage.tryGetPackageInfo())
                                .as("package-info of " + javaPackage.getName())
                                .hasValueSatisfying(info ->
                                        assertThat(info.isAnnotatedWith(NullMarked.class))
                                                .isTrue()));
    }

    private static Stream<JavaPackage> packagesOfTheRuntime() {
        return RUNTIME.getPackage(BASE).getSubpackagesInTree().stream()
                .filter(javaPackage -> !javaPackage.getClasses().isEmpty());
    }
}
