package dev.cobnut.web;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// Which package may use which: each only those before it.
class WebArchitectureTest {

    private static final List<String> ORDER =
            List.of("problem", "json", "request", "answer", "feed", "security", "server");

    private static final JavaClasses WEB =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("dev.cobnut.web");

    @Test
    void aPackageUsesOnlyTheOnesBeforeIt() {
        for (int i = 0; i < ORDER.size() - 1; i++) {
            noClasses()
                    .that()
                    .resideInAPackage(packageOf(ORDER.get(i)))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            ORDER.subList(i + 1, ORDER.size()).stream()
                                    .map(WebArchitectureTest::packageOf)
                                    .toArray(String[]::new))
                    .check(WEB);
        }
    }

    @Test
    void theListNamesEveryPackageAndEachIsNullMarked() {
        JavaPackage web = WEB.getPackage("dev.cobnut.web");

        assertThat(web.getSubpackages().stream().map(JavaPackage::getRelativeName))
                .containsExactlyInAnyOrderElementsOf(ORDER);
        assertThat(web.getSubpackages())
                .allSatisfy(javaPackage ->
                        assertThat(javaPackage.isAnnotatedWith(NullMarked.class)).isTrue());
    }

    @Test
    void nothingKnowsHazelcast() {
        noClasses().should().dependOnClassesThat().resideInAPackage("com.hazelcast..").check(WEB);
    }

    private static String packageOf(String name) {
        return "dev.cobnut.web." + name;
    }
}
