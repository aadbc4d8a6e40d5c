package dev.cobnut.test.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.autoconfigure.CobnutProfilingAutoConfiguration;
import dev.cobnut.framework.autoconfigure.actuator.CobnutActuatorAutoConfiguration;
import dev.cobnut.framework.autoconfigure.settings.CobnutSettingsAutoConfiguration;
import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.NONE)
@AutoConfigureCobnut
class AutoConfigureCobnutTest {

    @Test
    void aWholeApplicationGetsTheJournalInMemory(
            @Autowired ApplicationContext context,
            @Autowired CommandGateway<Integer, Integer> tallies,
            @Autowired ServiceUnderTest service) {
        tallies.send(Command.beginning(StreamId.of("tally", "1"), 1));
        service.awaitDelivered();

        assertThat(context.getBean(Journal.class)).isInstanceOf(InMemoryJournal.class);
        assertThat(context.getBeansOfType(TallyMail.Mailer.class)).hasSize(1);
    }

    @Test
    void aTestWithoutADomainIsToldWhatToImport() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(CobnutTestAutoConfiguration.class))
                .run(context ->
                        assertThat(context.getStartupFailure())
                                .rootCause()
                                .isInstanceOf(UnusableDomainException.class)
                                .hasMessageContaining("no decider and no projection")
                                .hasMessageContaining("@Import"));
    }

    /// Settings of the web layer are unknown to a slice, and it has no endpoints and no profiler.
    @Test
    void theSliceHasTheAutoConfigurationOfTheFrameworkExceptForThree() throws IOException {
        Stream<String> ofTheFramework =
                imports("org.springframework.boot.autoconfigure.AutoConfiguration").stream()
                        .filter(name -> name.startsWith("dev.cobnut."));

        assertThat(imports(AutoConfigureCobnut.class.getName()))
                .contains(CobnutTestAutoConfiguration.class.getName())
                .containsAll(
                        ofTheFramework
                                .filter(name ->
                                        !List.of(
                                                        CobnutActuatorAutoConfiguration.class,
                                                        CobnutProfilingAutoConfiguration.class,
                                                        CobnutSettingsAutoConfiguration.class)
                                                .stream()
                                                .map(Class::getName)
                                                .toList()
                                                .contains(name))
                                .toList());
    }

    private static List<String> imports(String name) throws IOException {
        List<String> lines = new ArrayList<>();
        for (URL url :
                Collections.list(
                        Objects.requireNonNull(AutoConfigureCobnut.class.getClassLoader())
                                .getResources("META-INF/spring/" + name + ".imports"))) {
            try (InputStream in = url.openStream()) {
                lines.addAll(
                        new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
            }
        }
        return lines;
    }
}
