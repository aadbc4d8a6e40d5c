package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import java.util.Collection;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;

/// The default: loopback, and nobody is asked who it is.
class WithoutSecurityApiTest extends ApiTest {

    @SuppressWarnings("NullAway.Init") // injected
    @Autowired
    private ServletContext servlets;

    @SuppressWarnings("NullAway.Init") // injected
    @Autowired
    private ApplicationContext context;

    @Test
    void noRequestPassesAFilterOfSecurity() {
        Collection<? extends FilterRegistration> filters =
                servlets.getFilterRegistrations().values();

        assertThat(filters.stream().map(FilterRegistration::getName))
                .contains("answerDeadline", "requestGuard")
                .doesNotContain("access", "springSecurityFilterChain");
        assertThat(filters.stream().map(FilterRegistration::getClassName))
                .noneMatch(name -> name.startsWith("org.springframework.security"));
    }

    /// Its classes are on the class path, for tokens. Its defaults would close every path, with a
    /// password in the log.
    @Test
    void springSecurityBringsNothingOfItsOwn() {
        assertThat(context.getBeansOfType(Filter.class).values())
                .noneMatch(filter ->
                        filter.getClass().getName().startsWith("org.springframework.security"));
        assertThat(context.getBeanDefinitionNames())
                .noneMatch(name -> {
                    Class<?> type = context.getType(name, false);
                    return type != null
                            && type.getName().startsWith("org.springframework.security");
                });
    }

    @Test
    void credentialsThatNobodyAskedForChangeNothing() {
        String order = api.placed();

        assertThat(api.get(order, "Authorization", "Bearer nonsense").status()).isEqualTo(200);
        assertThat(api.get(order).header("RateLimit")).isEmpty();
    }
}
