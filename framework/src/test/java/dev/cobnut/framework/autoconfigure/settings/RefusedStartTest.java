package dev.cobnut.framework.autoconfigure.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.autoconfigure.CobnutAutoConfiguration;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

/// What a developer reads on the console when a value is wrong.
@ExtendWith(OutputCaptureExtension.class)
class RefusedStartTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path data;

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({CobnutAutoConfiguration.class, CobnutSettingsAutoConfiguration.class})
    static class Service {}

    private void start(String setting) {
        new SpringApplicationBuilder(Service.class)
                .web(WebApplicationType.NONE)
                .run("--cobnut.data=" + data, setting);
    }

    @Test
    void aValueOutOfItsRangeIsOneSentenceWithTheSettingTheValueAndTheRange(CapturedOutput output) {
        assertThatThrownBy(() -> start("--cobnut.journal.group-max=5000"))
                .isInstanceOf(RuntimeException.class);
        assertThat(output)
                .contains("cobnut.journal.group-max must be from 1 to 4096 commands, but was 5000")
                .doesNotContain("\tat ", "SqliteSettings");
    }

    @Test
    void aValueThatIsNoneOfAListIsShownWithTheList(CapturedOutput output) {
        assertThatThrownBy(() -> start("--cobnut.journal.type=oracle"))
                .isInstanceOf(RuntimeException.class);
        assertThat(output)
                .contains("cobnut.journal.type", "\"oracle\"", "POSTGRESQL", "SQLITE")
                .doesNotContain("\tat ");
    }

    @Test
    void aNameThatNothingReadsIsOneSentenceWithTheNearest(CapturedOutput output) {
        assertThatThrownBy(() -> start("--cobnut.journal.grup-max=5"))
                .isInstanceOf(RuntimeException.class);
        assertThat(output)
                .contains(
                        "There is no setting --cobnut.journal.grup-max; the nearest is"
                                + " cobnut.journal.group-max.")
                .doesNotContain("\tat ");
    }
}
