package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.EventComparison;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import java.util.List;

/// The page with the pictures of all sessions. Links are relative. The page has no scripts.
final class Gallery {

    private static final String HEAD =
            """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Sessions</title>
            <style>
            :root { color-scheme: light dark; --line: #8884; }
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 80rem; margin: 2rem auto; padding: 0 1rem; }
            section { border-top: 1px solid var(--line); padding: 1rem 0; }
            h2 { margin: 0; }
            .pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(22rem, 1fr)); gap: 1rem; }
            figure { margin: 0; }
            img { width: 100%; border: 1px solid var(--line); background: #fff; }
            figcaption { font-size: .9rem; }
            .finding { font-weight: 600; }
            a:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
            </style>
            </head>
            <body>
            <h1>Sessions</h1>
            """;

    private Gallery() {}

    static String of(List<Comparison> comparisons) {
        StringBuilder html = new StringBuilder(HEAD);
        if (comparisons.isEmpty()) {
            html.append("<p>No session has been compared yet.</p>\n");
        }
        comparisons.forEach(comparison -> section(html, comparison));
        return html.append("</body>\n</html>\n").toString();
    }

    private static void section(StringBuilder html, Comparison comparison) {
        html.append(
                """
                <section>
                <h2><a href="../docs/sessions/%1$s/report.md">%2$s</a></h2>
                <p>%3$s · <a href="%1$s/README.md">files</a></p>
                <p class="finding">%4$s</p>
                <div class="pictures">
                """
                        .formatted(
                                comparison.session(),
                                escaped(comparison.title()),
                                comparison.date(),
                                prose(FindingSentences.finding(comparison))));
        for (WindowComparison window : comparison.windows()) {
            for (EventComparison event : window.events()) {
                picture(html, new Captions(comparison, window, event));
            }
        }
        html.append("</div>\n</section>\n");
    }

    private static void picture(StringBuilder html, Captions captions) {
        html.append(
                """
                <figure>
                <a href="%1$s.html"><img loading="lazy" src="%1$s-comparison.png" alt="Flame graphs before and after: %2$s, %3$s"></a>
                <figcaption>%2$s, %3$s · %4$s</figcaption>
                </figure>
                """
                        .formatted(
                                captions.comparison().session() + "/" + captions.fileName(),
                                escaped(captions.window().name()),
                                Captions.eventName(captions.event().event()),
                                escaped(captions.badge().line())));
    }

    /// Names in backticks are the only Markdown that a finding contains.
    private static String prose(String markdown) {
        return escaped(markdown).replaceAll("`([^`]*)`", "<code>$1</code>");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
