package dev.cobnut.lab.flamegraph;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// Shortens the name of a frame to a form that is still meaningful. Identifiers are never cut.
///
/// ```text
/// com.example.shop.OrderStore.load                    OrderStore.load         load
/// java.lang.String (type)                             String
/// void Foo<int>::bar(int)                             Foo::bar                bar
/// do_syscall_64_[k]                                   do_syscall_64
/// ```
final class FrameName {

    private FrameName() {}

    /// The longest form that fits, or an empty text.
    ///
    /// @param widthOf measures a text in the unit of `room`
    static String fit(List<String> forms, double room, ToDoubleFunction<String> widthOf) {
        for (String form : forms) {
            if (widthOf.applyAsDouble(form) <= room) {
                return form;
            }
        }
        return "";
    }

    /// The forms of a name, longest first.
    static List<String> forms(String frame, boolean isType) {
        List<String> forms = new ArrayList<>();
        forms.add(frame);
        if (isType) {
            forms.add(afterLast(frame, '.'));
        } else if (FrameKind.isJava(frame)) {
            int method = frame.lastIndexOf('.');
            forms.add(afterLast(frame.substring(0, method), '.') + frame.substring(method));
            forms.add(frame.substring(method + 1));
        } else if (frame.endsWith("_[k]")) {
            forms.add(frame.substring(0, frame.length() - "_[k]".length()));
        } else if (frame.contains("::")) {
            String plain = withoutArguments(frame);
            String symbol = plain.substring(plain.lastIndexOf(' ') + 1);
            forms.add(symbol);
            forms.add(symbol.substring(symbol.lastIndexOf("::") + 2));
        }
        forms.removeIf(String::isBlank);
        return forms.stream().distinct().toList();
    }

    /// Type and method, or the short form of anything else.
    static String brief(String frame) {
        List<String> forms = forms(frame, false);
        return forms.get(Math.min(1, forms.size() - 1));
    }

    /// Removes the text in angle brackets and parentheses. Operators keep their brackets.
    private static String withoutArguments(String symbol) {
        if (symbol.contains("operator")) {
            return symbol;
        }
        StringBuilder plain = new StringBuilder();
        int open = 0;
        for (int i = 0; i < symbol.length(); i++) {
            char c = symbol.charAt(i);
            if (c == '<' || c == '(') {
                open++;
            } else if (c == '>' || c == ')') {
                open--;
            } else if (open == 0) {
                plain.append(c);
            }
        }
        return plain.toString().strip();
    }

    private static String afterLast(String text, char c) {
        return text.substring(text.lastIndexOf(c) + 1);
    }
}
