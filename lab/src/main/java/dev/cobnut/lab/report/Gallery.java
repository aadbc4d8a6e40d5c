package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.template.Templates;
import java.util.List;
import java.util.Map;

/// The page with the pictures of all sessions. Links are relative. The page has no scripts.
final class Gallery {

    record Section(Comparison comparison, String decision, List<Picture> pictures) {}

    record Picture(String file, String what, String badge) {}

    private Gallery() {}

    static String of(List<Comparison> comparisons) {
        return Templates.fill(
                Gallery.class,
                "gallery.html",
                Map.of("sections", comparisons.stream().map(Gallery::section).toList()));
    }

    private static Section section(Comparison comparison) {
        return new Section(
                comparison,
                DetailsPage.prose(SessionDecision.of(comparison).sentence()),
                Captions.all(comparison).map(Gallery::picture).toList());
    }

    private static Picture picture(Captions captions) {
        return new Picture(
                captions.comparison().session() + "/" + captions.fileName(),
                captions.window().name() + ", " + Captions.eventName(captions.event().event()),
                captions.badge().line());
    }
}
