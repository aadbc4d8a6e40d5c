package dev.cobnut.framework.table;

import dev.cobnut.framework.event.UnusableDomainException;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The type of the groups or of the orders of an index.
///
/// @param declared what the function of the index returns
/// @param form how its values are written
record IndexType(Class<?> declared, Form form) {

    /// Values of one form compare with each other ([IndexKey]).
    enum Form {
        TEXT,
        NUMBER,
        BOOLEAN,
        DATE,
        DATE_TIME,
        INSTANT
    }

    private static final List<Class<?>> TEXTS = List.of(String.class, UUID.class);
    private static final List<Class<?>> NUMBERS =
            List.of(Long.class, Integer.class, Short.class, Byte.class);

    /// @param part group or order, for the sentence
    /// @return null when the function does not tell, for example because it returns an Object
    /// @throws UnusableDomainException when no value of its type can be in an index
    static @Nullable IndexType of(IndexValue<?, ?> function, String index, String part) {
        Class<?> declared = result(function);
        if (declared == null) {
            return null;
        }
        Form form = form(declared);
        if (form != null) {
            return new IndexType(declared, form);
        }
        if (declared.isInterface() || declared.isAssignableFrom(Integer.class)) {
            return null; // some of its values may be
        }
        throw new UnusableDomainException(
                "the "
                        + part
                        + " of the index "
                        + index
                        + " has the type "
                        + declared.getName()
                        + "; "
                        + IndexKey.TYPES);
    }

    private static @Nullable Class<?> result(IndexValue<?, ?> function) {
        Class<?> lambda = function.getClass();
        try {
            Method form = lambda.getDeclaredMethod("writeReplace");
            return form.trySetAccessible()
                            && form.invoke(function) instanceof SerializedLambda serialized
                    ? MethodType.fromMethodDescriptorString(
                                    serialized.getInstantiatedMethodType(), lambda.getClassLoader())
                            .returnType()
                    : null;
        } catch (ReflectiveOperationException | TypeNotPresentException _) {
            return null; // no lambda
        }
    }

    private static @Nullable Form form(Class<?> type) {
        if (TEXTS.contains(type) || Enum.class.isAssignableFrom(type)) {
            return Form.TEXT;
        }
        if (NUMBERS.contains(type)) {
            return Form.NUMBER;
        }
        if (type == Boolean.class) {
            return Form.BOOLEAN;
        }
        if (type == LocalDate.class) {
            return Form.DATE;
        }
        if (type == LocalDateTime.class) {
            return Form.DATE_TIME;
        }
        return type == Instant.class ? Form.INSTANT : null;
    }

    boolean takes(Object value) {
        return form(value.getClass()) == form;
    }
}
