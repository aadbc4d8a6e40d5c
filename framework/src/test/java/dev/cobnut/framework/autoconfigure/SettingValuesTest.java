package dev.cobnut.framework.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

/// A wrong value ends the start with the setting's name, the value and what is allowed.
class SettingValuesTest {

    /// The settings of numbers, durations and sizes, by the records that bind them.
    static List<String> measures() {
        List<String> names = new ArrayList<>();
        collect("cobnut", CobnutProperties.class, names);
        return names;
    }

    private static void collect(String prefix, Class<?> type, List<String> names) {
        for (RecordComponent component : type.getRecordComponents()) {
            String name = prefix + "." + DataObjectPropertyName.toDashedForm(component.getName());
            if (component.getType().isRecord()) {
                collect(name, component.getType(), names);
            } else if (List.of(int.class, Duration.class, DataSize.class)
                    .contains(component.getType())) {
                names.add(name);
            }
        }
    }

    @Test
    void theMeasuresAreFound() {
        assertThat(measures())
                .hasSizeGreaterThan(40)
                .contains("cobnut.hazelcast.port", "cobnut.journal.postgresql.connect-timeout");
    }

    @ParameterizedTest
    @MethodSource("measures")
    void aNegativeMeasureIsRefusedWithItsNameItsValueAndWhatIsAllowed(String setting) {
        String value = setting.endsWith("recording-max") ? "-1B" : "-7";
        Throwable failure = bind(setting, value);
        assertThat(failure).as(setting + "=" + value).isNotNull();
        assertThat(failure)
                .rootCause()
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .startsWith(setting + " must ")
                .containsAnyOf("but was -7", "but was PT-0.007S", "but was -1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cobnut.journal.wal-pages-max | 3999 | cobnut.journal.wal-pages-max must be at least wal-checkpoint-pages (4000), but was 3999",
                "cobnut.dispatch.mailbox | mpsc-unbounded | cobnut.dispatch.mailbox must be a kind with a bound, but was MPSC_UNBOUNDED",
                "cobnut.journal.postgresql.url | jdbc:h2:mem | cobnut.journal.postgresql.url must begin with jdbc:postgresql://, but was 'jdbc:h2:mem'",
                "cobnut.journal.postgresql.schema | Cob Nut | cobnut.journal.postgresql.schema must be a lower-case name, but was 'Cob Nut'",
                "cobnut.hazelcast.port | 70000 | cobnut.hazelcast.port must be from 0 to 65535, but was 70000"
            })
    void aValueThatIsNotAllowedIsRefused(String setting, String value, String sentence) {
        assertThat(bind(setting, value)).isNotNull().rootCause().hasMessage(sentence);
    }

    private static @Nullable Throwable bind(String setting, String value) {
        Binder binder = new Binder(new MapConfigurationPropertySource(Map.of(setting, value)));
        return catchThrowable(() -> binder.bindOrCreate("cobnut", CobnutProperties.class));
    }
}
