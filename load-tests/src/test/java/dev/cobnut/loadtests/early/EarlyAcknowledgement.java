package dev.cobnut.loadtests.early;

import dev.cobnut.framework.autoconfigure.CobnutAutoConfiguration;
import dev.cobnut.framework.autoconfigure.CobnutProperties;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import java.io.IOException;
import java.time.InstantSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/// Replaces the journal of the service. **It loses acknowledged events when the process is
/// killed.**
@AutoConfiguration(before = CobnutAutoConfiguration.class)
public class EarlyAcknowledgement {

    @Bean(destroyMethod = "close")
    LateCopy lateCopy(CobnutProperties properties) throws IOException {
        return LateCopy.begin(properties.data());
    }

    @Bean(destroyMethod = "close")
    Journal journal(LateCopy copy, InstantSource clock) {
        SqliteJournal journal = SqliteJournal.open(SqliteSettings.in(copy.folder()), clock);
        copy.start();
        return journal;
    }
}
