package dev.cobnut.test;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// Who may see what. A scenario runs in milliseconds because it starts nothing.
class TestKitArchitectureTest {

    private static final JavaClasses KIT =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("dev.cobnut.test");

    @Test
    void scenariosSeeTheDomainsTypesAndNoMachinery() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.cobnut.test.archive", "dev.cobnut.test.scenario")
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage(
                                "dev.cobnut.test.slice",
                                "com.hazelcast..",
                                "org.springframework..",
                                "org.junit..",
                                "org.assertj..",
                                "dev.cobnut.framework.autoconfigure..",
                                "dev.cobnut.framework.delivery..",
                                "dev.cobnut.framework.eventstore..",
                                "dev.cobnut.framework.outbox..",
                                "dev.cobnut.runtime.."))
                .check(KIT);
    }

    @Test
    void theSliceKnowsNoScenario() {
        noClasses()
                .that()
                .resideInAPackage("dev.cobnut.test.slice")
                .should()
                .dependOnClassesThat(resideInAnyPackage("dev.cobnut.test.scenario"))
                .check(KIT);
    }

    @Test
    void everyPackageIsNullMarkedAndInTheTable() {
        assertThat(
                        KIT.getPackage("dev.cobnut.test").getSubpackagesInTree().stream()
                                .filter(one ->
                                        one.tryGetPackageInfo()
                                                .orElseThrow()
                                                .isAnnotatedWith(NullMarked.class))
                                .map(JavaPackage::getName))
                .containsExactlyInAnyOrder(
                        "dev.cobnut.test.archive",
                        "dev.cobnut.test.scenario",
                        "dev.cobnut.test.slice");
    }
}
