package dev.cobnut.sink.kafka;

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

/// What a Kafka sink sees: events, the contract of handlers, and Spring Kafka's producer.
class SinkKafkaArchitectureTest {

    private static final String SINK = "dev.cobnut.sink.kafka";
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
                                "org.springframework.boot..",
                                "org.springframework.context..",
                                "org.springframework.kafka.listener..",
                                "org.apache.kafka.clients.consumer..",
                                "com.hazelcast..",
                                "tools.jackson..",
                                "dev.cobnut.framework.autoconfigure..",
                                "dev.cobnut.framework.command..",
                                "dev.cobnut.framework.delivery..",
                                "dev.cobnut.framework.eventstore..",
                                "dev.cobnut.framework.journal..",
                                "dev.cobnut.framework.outbox..",
                                "dev.cobnut.framework.view..",
                                "dev.cobnut.runtime..",
                                "dev.cobnut.sink.http.."))
                .check(CLASSES);
    }

    @Test
    void theSinkAndItsBuilderAreTheOnlyTypesForApplications() {
        assertThat(
                        CLASSES.stream()
                                .filter(one -> one.getPackageName().equals(SINK))
                                .filter(JavaClass::isTopLevelClass)
                                .filter(one -> one.getModifiers().contains(JavaModifier.PUBLIC))
                                .map(JavaClass::getSimpleName))
                .containsExactlyInAnyOrder("KafkaSink", "KafkaSinkBuilder");
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(CLASSES.getPackage(SINK).getPackageInfo().isAnnotatedWith(NullMarked.class))
                .isTrue();
        assertThat(CLASSES.getPackage(WIRING).getPackageInfo().isAnnotatedWith(NullMarked.class))
                .isTrue();
    }
}
