package dev.cobnut.framework.autoconfigure.domain;

import dev.cobnut.framework.command.CommandGateway;
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

/// Says which gateways there are, when an injection point finds none of its type, or several.
/// Spring Boot's analyzers leave the type arguments out.
@Order(Ordered.HIGHEST_PRECEDENCE)
final class GatewayFailureAnalyzer
        extends AbstractInjectionFailureAnalyzer<NoSuchBeanDefinitionException> {

    private final ConfigurableListableBeanFactory beans;

    GatewayFailureAnalyzer(BeanFactory beans) {
        this.beans = (ConfigurableListableBeanFactory) beans;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(
            Throwable rootFailure,
            NoSuchBeanDefinitionException cause,
            @Nullable String description) {
        ResolvableType wanted = cause.getResolvableType();
        if (wanted == null || wanted.resolve() != CommandGateway.class) {
            return null;
        }
        String where = description == null ? "A caller" : description;
        boolean several = cause instanceof NoUniqueBeanDefinitionException;
        return new FailureAnalysis(
                "%s needs %s %s, and %s; %s."
                        .formatted(
                                where,
                                several ? "one" : "a",
                                text(wanted),
                                several ? "several beans fit: " + gateways() : existing(),
                                several
                                        ? "give the types of state and commands, and where several"
                                                + " have the same ones, the bean's name (as the"
                                                + " parameter's name, or with @Qualifier)"
                                        : "name state and commands of a decider that is a bean"),
                null,
                cause);
    }

    private String existing() {
        String gateways = gateways();
        return gateways.isEmpty()
                ? "there is none, because no Decider is a bean"
                : "there are only " + gateways;
    }

    private String gateways() {
        return Arrays.stream(beans.getBeanNamesForType(CommandGateway.class, true, false))
                .sorted()
                .map(name -> name + ", a " + text(GatewayDefinitions.declared(beans, name)))
                .collect(Collectors.joining("; "));
    }

    /// `CommandGateway<Card, CardCommand>`, without packages.
    private static String text(ResolvableType type) {
        Class<?> raw = type.resolve();
        String name = raw == null ? "?" : raw.getSimpleName();
        return type.hasGenerics()
                ? Arrays.stream(type.getGenerics())
                        .map(GatewayFailureAnalyzer::text)
                        .collect(Collectors.joining(", ", name + "<", ">"))
                : name;
    }
}
