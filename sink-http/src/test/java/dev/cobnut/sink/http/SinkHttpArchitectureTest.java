package dev.cobnut.sink.http;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// What a sink sees: events, the contract of handlers, and a client.
class SinkHttpArchitectureTest {

    private static final String SINK = "dev.cobnut.sink.http";
    private static final String WIRING = SINK + ".autoconfigure";
    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages(SINK);

    @Test
    void theSinkUsesTheContractOfHandlersAndNothingBehindIt() {
        noClasses()
                .that()
                .resideInAPackage(SINK)
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage(
                                WIRING,
                                "org.springframework..",
                                "com.hazelcast..",
                                "tools.jackson..",
                                "dev.cobnut.framework.autoconfigure..",
                                "dev.cobnut.framework.command..",
                                "dev.cobnut.framework.delivery..",
                                "dev.cobnut.framework.eventstore..",
                                "dev.cobnut.framework.journal..",
                                "dev.cobnut.framework.outbox..",
                                "dev.cobnut.framework.view..",
                                "dev.cobnut.runtime.."))
                .check(CLASSES);
    }

    @Test
    void theSinkItsBuilderAndTheGuardedClientAreTheOnlyTypesForApplications() {
        assertThat(
                        CLASSES.stream()
                                .filter(one -> one.getPackageName().equals(SINK))
                                .filter(SinkHttpArchitectureTest::isForApplications)
                                .map(JavaClass::getSimpleName))
                .containsExactlyInAnyOrder(
                        "GuardedClient", "HttpSink", "HttpSinkBuilder", "Limits", "TestDelivery");
    }

    /// A type in an interface is public in Java, also when nobody outside sees the interface.
    private static boolean isForApplications(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass()
                        .map(SinkHttpArchitectureTest::isForApplications)
                        .orElse(true);
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(CLASSES.getPackage(SINK).getSubpackagesInTree())
                .isNotEmpty()
                .allSatisfy(one ->
                        assertThat(one.getPackageInfo().isAnnotatedWith(NullMarked.class))
                                .isTrue());
        assertThat(CLASSES.getPackage(SINK).getPackageInfo().isAnnotatedWith(NullMarked.class))
                .isTrue();
    }
}
