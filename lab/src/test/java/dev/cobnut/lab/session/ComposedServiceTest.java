package dev.cobnut.lab.session;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.lab.compare.SessionFolder;
import dev.cobnut.lab.plan.SampleDefaults;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.plan.SessionPlans;
import dev.cobnut.lab.service.ServiceCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a session in containers refuses before it starts anything. `ComposedSessionIT` runs one.
class ComposedServiceTest {

    @TempDir Path root;

    @Test
    void aPlanWithAServiceOfItsOwnHasNoContainers() {
        assertRefused(
                """
                service: {command: [java, '{jvm}', '{port}'], requests: {page: /, counter: c}}
                subsystems: parts.txt
                load: {command: [wrk, '{url}']}
                """,
                "A session in containers measures the service of the compose file; the plan has a service of its own.");
    }

    @Test
    void aCommandOfThisMachineIsNoLoadInAContainer() {
        assertRefused(
                "load: {command: [wrk, '{url}']}\n",
                "A session in containers has the load of a simulation; load.command is a program of this machine.");
    }

    @Test
    void theRateOfEveryWindowHasToBeKnown() {
        assertRefused(
                "windows: [{name: a, perSecond: 5}, {name: b}]\n",
                "A session in containers needs the rate of every window, perSecond, or load.knee: the sweep that finds the knee does not run in containers.");
    }

    private void assertRefused(String lines, String sentence) {
        SampleSubject subject = new SampleSubject();
        SessionPlan plan = plan(lines);
        Path home = ServiceCommand.home();
        VariantBuild build =
                new VariantBuild(home, subject, root, new Progress(System.out, Clock.systemUTC()));

        assertThatThrownBy(() ->
                        ComposedService.of(
                                subject,
                                plan,
                                build,
                                home,
                                new SessionFolder(root.resolve("docs/sessions/small"))))
                .isInstanceOf(SessionException.class)
                .hasMessage(sentence);
    }

    private SessionPlan plan(String lines) {
        try {
            Path file = root.resolve("docs/sessions/small/session.yaml");
            Files.createDirectories(file.getParent());
            return SessionPlans.read(
                    Files.writeString(
                            file,
                            """
                            name: small
                            title: Small
                            question: Does it work?
                            variants: {A: {title: before}, B: {title: after}}
                            """
                                    + lines),
                    SampleDefaults.DEFAULTS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
