package dev.cobnut.framework.autoconfigure.domain;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.analyzer.AbstractInjectionFailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;

/// Says which gateways or views there are, when an injection point finds none of its type, or
/// several. Spring Boot's analyzers leave the type arguments out.
@Order(Ordered.HIGHEST_PRECEDENCE)
final class DomainBeanAnalyzer
        extends AbstractInjectionFailureAnalyzer<NoSuchBeanDefinitionException> {

    private final ConfigurableListableBeanFactory beans;

    DomainBeanAnalyzer(BeanFactory beans) {
        this.beans = (ConfigurableListableBeanFactory) beans;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(
            Throwable rootFailure,
            NoSuchBeanDefinitionException cause,
            @Nullable String description) {
        ResolvableType wanted = cause.getResolvableType();
        Class<?> served = wanted == null ? null : wanted.resolve();
        Class<?> declared = DomainBeans.declaredFor(served);
        if (wanted == null || served == null || declared == null) {
            return null;
        }
        String where = description == null ? "A caller" : description;
        String there = existing(served);
        String part = declared.getSimpleName();
        String sentence;
        if (cause instanceof NoUniqueBeanDefinitionException) {
            sentence =
                    "%s needs one %s, and several beans fit: %s; write the type arguments, and where"
                            + " several have the same ones, the bean's name (as the parameter's name, or"
                            + " with @Qualifier).";
        } else if (there.isEmpty()) {
            sentence = "%s needs a %s, and there is none, because no " + part + " is a bean.";
        } else {
            sentence =
                    "%s needs a %s, and there are only %s; write the type arguments of one of them, or"
                            + " declare a "
                            + part
                            + " of these types as a bean.";
        }
        return new FailureAnalysis(sentence.formatted(where, text(wanted), there), null, cause);
    }

    private String existing(Class<?> served) {
        return Arrays.stream(beans.getBeanNamesForType(served, true, false))
                .sorted()
                .map(name -> name + ", a " + text(DomainBeans.typeOf(beans, name)))
                .collect(Collectors.joining("; "));
    }

    /// `CommandGateway<Card, CardCommand>`, without packages.
    private static String text(ResolvableType type) {
        Class<?> raw = type.resolve();
        String name = raw == null ? "?" : raw.getSimpleName();
        return type.hasGenerics()
                ? Arrays.stream(type.getGenerics())
                        .map(DomainBeanAnalyzer::text)
                        .collect(Collectors.joining(", ", name + "<", ">"))
                : name;
    }
}
