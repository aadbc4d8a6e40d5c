package dev.cobnut.test.slice;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.filter.annotation.TypeExcludeFilters;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.core.annotation.AliasFor;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/// A test of commands, events and views in a node without a web server:
///
/// ```java
/// @CobnutTest
/// class VouchersTest {
///     @Autowired CommandGateway<Voucher, VoucherCommand> vouchers;
///     @Autowired ServiceUnderTest service;
/// ```
///
/// It has the deciders, the projections and the event handlers of the application. It scans no
/// `@Configuration` class, as the slices of Spring Boot do not: import the one that declares the
/// domain. [ServiceUnderTest] waits for the delivery.
///
/// Spring keeps the context for other test classes with the same configuration. So its journal has
/// the events of earlier tests: give each test streams of its own.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@BootstrapWith(CobnutTestBootstrapper.class)
@ExtendWith(SpringExtension.class)
@OverrideAutoConfiguration(enabled = false)
@TypeExcludeFilters(DomainTypeFilter.class)
@AutoConfigureCobnut
@ImportAutoConfiguration
public @interface CobnutTest {

    /// Settings, as `name=value`.
    String[] properties() default {};

    /// False to scan no component at all without a filter of this annotation.
    boolean useDefaultFilters() default true;

    /// Further components to scan.
    Filter[] includeFilters() default {};

    /// Components not to scan.
    Filter[] excludeFilters() default {};

    /// Auto-configuration to leave out.
    @AliasFor(annotation = ImportAutoConfiguration.class, attribute = "exclude")
    Class<?>[] excludeAutoConfiguration() default {};
}
