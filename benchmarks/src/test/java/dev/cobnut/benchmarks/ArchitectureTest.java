package dev.cobnut.benchmarks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/// Who may use whom.
@AnalyzeClasses(
        packages = "dev.cobnut.benchmarks",
        importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule ONLY_WHAT_MEASURES_KNOWS_THE_PEERS =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "dev.cobnut.benchmarks.contender..",
                            "dev.cobnut.benchmarks.scenario..",
                            "dev.cobnut.benchmarks.jmh..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("org.apache.pekko..", "com.cajunsystems..");

    @ArchTest
    static final ArchRule ONLY_WHAT_MEASURES_KNOWS_THE_RUNTIME =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "dev.cobnut.benchmarks.contender..",
                            "dev.cobnut.benchmarks.scenario..",
                            "dev.cobnut.benchmarks.jmh..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.cobnut.runtime.entity..", "dev.cobnut.framework.durable..");

    @ArchTest
    static final ArchRule WHAT_READS_THE_HISTORY_DOES_NOT_MEASURE =
            noClasses()
                    .that()
                    .resideInAnyPackage(
                            "dev.cobnut.benchmarks.history..",
                            "dev.cobnut.benchmarks.compare..",
                            "dev.cobnut.benchmarks.trend..",
                            "dev.cobnut.benchmarks.bisect..",
                            "dev.cobnut.benchmarks.statistics..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.cobnut.benchmarks.run..",
                            "dev.cobnut.benchmarks.contender..",
                            "dev.cobnut.benchmarks.scenario..",
                            "org.openjdk.jmh..");

    @ArchTest
    static final ArchRule PACKAGES_DO_NOT_NEED_EACH_OTHER =
            slices().matching("dev.cobnut.benchmarks.(*)..").should().beFreeOfCycles();
}
