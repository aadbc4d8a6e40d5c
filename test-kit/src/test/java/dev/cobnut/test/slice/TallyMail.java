package dev.cobnut.test.slice;

import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Component;

/// Beans of the service that are none of its domain: a slice leaves them out.
@Configuration(proxyBeanMethods = false)
class TallyMail {

    @Bean
    AtomicInteger mailsSent() {
        return new AtomicInteger();
    }

    @Component
    static final class Mailer {}
}
