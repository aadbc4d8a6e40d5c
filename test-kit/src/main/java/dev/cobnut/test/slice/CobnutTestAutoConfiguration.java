package dev.cobnut.test.slice;

import dev.cobnut.framework.autoconfigure.CobnutAutoConfiguration;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.delivery.DeliveryRuntime;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.handler.Handlers;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.view.Projection;
import java.time.InstantSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/// Puts the journal in memory in the place of the service's.
@AutoConfiguration(before = CobnutAutoConfiguration.class)
class CobnutTestAutoConfiguration {

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    Journal journal(ObjectProvider<InstantSource> clock) {
        return InMemoryJournal.create(clock.getIfAvailable(InstantSource::system));
    }

    /// @throws UnusableDomainException when the context has no domain: then a test would wait for
    ///   nothing
    @Bean
    ServiceUnderTest serviceUnderTest(
            Journal journal,
            ObjectProvider<DeliveryRuntime> delivery,
            ObjectProvider<Handlers> handlers,
            ObjectProvider<Decider<?, ?, ?>> deciders,
            ObjectProvider<Projection<?>> projections) {
        if (deciders.stream().findAny().isEmpty() && projections.stream().findAny().isEmpty()) {
            throw new UnusableDomainException(
                    "this test has no decider and no projection; @CobnutTest scans components of"
                            + " these types and no @Configuration class, so add @Import of the one"
                            + " that declares them to the test");
        }
        return new ServiceUnderTest(journal, delivery.getObject(), handlers.getObject());
    }
}
