package dev.cobnut.framework.autoconfigure.domain;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.Decider;
import java.util.Arrays;
import java.util.List;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.RuntimeBeanReference;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.ResolvableType;

/// Registers a [CommandGateway] bean for each [Decider] bean: for a `Decider<Card, CardCommand,
/// CardEvent>` named `cardDecider`, a `CommandGateway<Card, CardCommand>` named
/// `cardDeciderGateway`.
///
/// A gateway bean of the application takes the place of those that would have its type. When the
/// declared type of a decider, such as `Decider<?, ?, ?>`, does not tell state and commands, its
/// gateway fits every injection point.
public final class GatewayDefinitions implements BeanDefinitionRegistryPostProcessor {

    private static final String SUFFIX = "Gateway";

    private final String opener;

    /// @param opener name of the bean whose method `of` opens the gateway of a decider
    public GatewayDefinitions(String opener) {
        this.opener = opener;
    }

    /// Nothing: the deciders that other processors add are not known yet.
    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {}

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        List<ResolvableType> own =
                Arrays.stream(beans.getBeanNamesForType(CommandGateway.class, true, false))
                        .map(name -> declared(beans, name).as(CommandGateway.class))
                        .toList();
        for (String decider : beans.getBeanNamesForType(Decider.class, true, false)) {
            ResolvableType rules = declared(beans, decider).as(Decider.class);
            ResolvableType gateway =
                    ResolvableType.forClassWithGenerics(
                            CommandGateway.class, rules.getGeneric(0), rules.getGeneric(1));
            if (own.stream().noneMatch(one -> fits(one, gateway))) {
                ((BeanDefinitionRegistry) beans)
                        .registerBeanDefinition(decider + SUFFIX, definition(decider, gateway));
            }
        }
    }

    /// Calls a method of a bean, so that ahead-of-time processing can write it down.
    private RootBeanDefinition definition(String decider, ResolvableType gateway) {
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setTargetType(gateway);
        definition.setFactoryBeanName(opener);
        definition.setFactoryMethodName("of");
        definition
                .getConstructorArgumentValues()
                .addGenericArgumentValue(new RuntimeBeanReference(decider));
        return definition;
    }

    /// The type that a bean is declared with, with its type arguments.
    static ResolvableType declared(ConfigurableListableBeanFactory beans, String name) {
        ResolvableType declared =
                beans.containsBeanDefinition(name)
                        ? beans.getMergedBeanDefinition(name).getResolvableType()
                        : ResolvableType.NONE;
        return declared == ResolvableType.NONE
                ? ResolvableType.forClass(beans.getType(name, false))
                : declared;
    }

    private static boolean fits(ResolvableType one, ResolvableType other) {
        return fits(one, other, 0) && fits(one, other, 1);
    }

    /// Compares the texts, because they have the resolved types: an argument may be a variable of a
    /// superclass.
    private static boolean fits(ResolvableType one, ResolvableType other, int argument) {
        ResolvableType here = one.getGeneric(argument);
        ResolvableType there = other.getGeneric(argument);
        return here.resolve() == null
                || there.resolve() == null
                || here.toString().equals(there.toString());
    }
}
