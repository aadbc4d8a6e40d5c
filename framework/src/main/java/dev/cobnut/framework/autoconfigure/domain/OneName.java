package dev.cobnut.framework.autoconfigure.domain;

import dev.cobnut.framework.event.UnusableDomainException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.springframework.beans.factory.ListableBeanFactory;

/// Refuses two beans with one name in the journal or in memory. The framework refuses them, too,
/// and knows their classes only, which are often the same.
public final class OneName {

    private OneName() {}

    /// @param plural what the beans are, for example `handlers`
    /// @param name of a bean, under which its data is kept
    /// @param change where the name is written
    /// @throws UnusableDomainException with the names of two beans whose data has one name
    public static <T> void require(
            ListableBeanFactory beans,
            Class<T> type,
            String plural,
            Function<? super T, String> name,
            String change) {
        Map<String, String> known = new HashMap<>();
        beans.getBeansOfType(type)
                .forEach((bean, one) -> {
                    String other = known.put(name.apply(one), bean);
                    if (other != null) {
                        throw new UnusableDomainException(
                                "two %s are named %s, the beans %s and %s; give one of them another name (%s)"
                                        .formatted(plural, name.apply(one), other, bean, change));
                    }
                });
    }
}
