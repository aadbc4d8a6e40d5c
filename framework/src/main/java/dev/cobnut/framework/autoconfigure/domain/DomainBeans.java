package dev.cobnut.framework.autoconfigure.domain;

import dev.cobnut.framework.boundary.Boundary;
import dev.cobnut.framework.boundary.BoundaryGateway;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.view.Projection;
import dev.cobnut.framework.view.View;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.RuntimeBeanReference;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.ResolvableType;

/// Registers a typed bean for each bean that declares a part of a domain:
///
/// ```text
/// Decider<Card, CardCommand, CardEvent> cardDecider   ─▶  CommandGateway<Card, CardCommand> cardDeciderGateway
/// Boundary<Enrolment, Enrol, CourseEvent> enrolments  ─▶  BoundaryGateway<Enrolment, Enrol> enrolmentsGateway
/// Projection<Voucher> vouchers                        ─▶  View<Voucher> vouchersView
/// ```
///
/// A bean of the application takes the place of those that would have its type. When the declared
/// type of a decider, such as `Decider<?, ?, ?>`, does not tell state and commands, its gateway
/// fits every injection point; the same holds for views.
public final class DomainBeans implements BeanDefinitionRegistryPostProcessor {

    /// @param declared type of the beans that the application declares
    /// @param served type of the beans that are registered; its type arguments are the first ones
    ///   of what is declared
    /// @param arguments number of type arguments of the served type
    /// @param opener name of the bean whose method `of` makes the one of the other
    private record Kind(
            Class<?> declared, Class<?> served, int arguments, String opener, String suffix) {

        ResolvableType typeFor(ResolvableType declaration) {
            return ResolvableType.forClassWithGenerics(
                    served,
                    IntStream.range(0, arguments)
                            .mapToObj(declaration.as(declared)::getGeneric)
                            .toArray(ResolvableType[]::new));
        }

        /// True when the type arguments of both are the same, or not known. Compares the texts,
        /// because they have the resolved types: an argument may be a variable of a superclass.
        boolean isSame(ResolvableType one, ResolvableType other) {
            return IntStream.range(0, arguments)
                    .allMatch(i -> {
                        ResolvableType here = one.as(served).getGeneric(i);
                        ResolvableType there = other.getGeneric(i);
                        return here.resolve() == null
                                || there.resolve() == null
                                || here.toString().equals(there.toString());
                    });
        }
    }

    private static final List<Kind> KINDS =
            List.of(
                    new Kind(Decider.class, CommandGateway.class, 2, "commandGateways", "Gateway"),
                    new Kind(
                            Boundary.class,
                            BoundaryGateway.class,
                            2,
                            "boundaryGateways",
                            "Gateway"),
                    new Kind(Projection.class, View.class, 1, "views", "View"));

    /// Nothing: the beans that other processors add are not known yet.
    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {}

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        KINDS.forEach(kind -> register(kind, beans));
    }

    private static void register(Kind kind, ConfigurableListableBeanFactory beans) {
        List<ResolvableType> own =
                Arrays.stream(beans.getBeanNamesForType(kind.served(), true, false))
                        .map(name -> typeOf(beans, name))
                        .toList();
        for (String name : beans.getBeanNamesForType(kind.declared(), true, false)) {
            ResolvableType type = kind.typeFor(typeOf(beans, name));
            if (own.stream().noneMatch(one -> kind.isSame(one, type))) {
                ((BeanDefinitionRegistry) beans)
                        .registerBeanDefinition(
                                name + kind.suffix(), definition(kind.opener(), name, type));
            }
        }
    }

    /// Calls a method of a bean, so that ahead-of-time processing can write it down.
    private static RootBeanDefinition definition(
            String opener, String declared, ResolvableType type) {
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setTargetType(type);
        definition.setFactoryBeanName(opener);
        definition.setFactoryMethodName("of");
        definition
                .getConstructorArgumentValues()
                .addGenericArgumentValue(new RuntimeBeanReference(declared));
        return definition;
    }

    /// The type that a bean is declared with, with its type arguments.
    static ResolvableType typeOf(ConfigurableListableBeanFactory beans, String name) {
        ResolvableType type =
                beans.containsBeanDefinition(name)
                        ? beans.getMergedBeanDefinition(name).getResolvableType()
                        : ResolvableType.NONE;
        return type.equals(ResolvableType.NONE)
                ? ResolvableType.forClass(beans.getType(name, false))
                : type;
    }

    /// What the application declares to get beans of a type; null for a type of other beans.
    static @Nullable Class<?> declaredFor(@Nullable Class<?> served) {
        return KINDS.stream()
                .filter(kind -> kind.served() == served)
                .findFirst()
                .<Class<?>>map(Kind::declared)
                .orElse(null);
    }
}
