package dev.cobnut.orders;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/// Who may use whom.
@AnalyzeClasses(
        packages = "dev.cobnut.orders",
        importOptions = ImportOption.DoNotIncludeTests.class)
class OrderServiceArchitectureTest {

    @ArchTest
    static final ArchRule THE_DOMAIN_IS_PURE =
            classes()
                    .that()
                    .resideInAPackage("dev.cobnut.orders.domain..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.cobnut.orders.domain..", "java..", "org.jspecify.annotations..");

    @ArchTest
    static final ArchRule THE_DOMAIN_READS_NO_CLOCK =
            noClasses()
                    .that()
                    .resideInAPackage("dev.cobnut.orders.domain..")
                    .should()
                    .callMethod(java.time.Instant.class, "now")
                    .orShould()
                    .dependOnClassesThat()
                    .haveFullyQualifiedName("java.time.Clock");

    @ArchTest
    static final ArchRule NOBODY_NEEDS_THE_API =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("dev.cobnut.orders.api..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("dev.cobnut.orders.api..");

    @ArchTest
    static final ArchRule THE_VIEW_KNOWS_NO_HTTP =
            noClasses()
                    .that()
                    .resideInAPackage("dev.cobnut.orders.view..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("jakarta.servlet..", "org.springframework.web..");

    @ArchTest
    static final ArchRule ONLY_CONFIGURATION_KNOWS_HAZELCAST =
            noClasses()
                    .that()
                    .resideInAnyPackage("dev.cobnut.orders.api..", "dev.cobnut.orders.domain..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("com.hazelcast..");
}
