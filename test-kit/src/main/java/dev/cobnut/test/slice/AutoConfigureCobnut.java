package dev.cobnut.test.slice;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/// Gives a test's context a node with a journal in memory, and a [ServiceUnderTest]. [CobnutTest]
/// has it. On a `@SpringBootTest` it replaces the service's journal.
///
/// These settings take the place of the service's: one member, on loopback and a random port, and a
/// stream is parked soon after its event cannot be delivered. Settings of the test itself go before
/// them.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
public @interface AutoConfigureCobnut {}
