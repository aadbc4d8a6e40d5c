package dev.cobnut.test.slice;

import dev.cobnut.framework.autoconfigure.MemberConfigCustomizer;
import dev.cobnut.framework.boundary.Boundary;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.view.Projection;
import java.util.Set;
import org.springframework.boot.test.context.filter.annotation.StandardAnnotationCustomizableTypeExcludeFilter;

/// Lets the components of a domain through.
final class DomainTypeFilter extends StandardAnnotationCustomizableTypeExcludeFilter<CobnutTest> {

    private static final Set<Class<?>> DOMAIN =
            Set.of(
                    Boundary.class,
                    Decider.class,
                    EventHandler.class,
                    Projection.class,
                    MemberConfigCustomizer.class);

    DomainTypeFilter(Class<?> testClass) {
        super(testClass);
    }

    @Override
    protected Set<Class<?>> getKnownIncludes() {
        return DOMAIN;
    }
}
