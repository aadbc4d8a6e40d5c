package dev.cobnut.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.springframework.web.util.HtmlUtils;

/// A page of Markdown. Its paths are relative to the root of the repository.
///
/// @param anchors the names of its headings, as GitHub gives them
record MarkdownPage(Path source, Node document, Map<Heading, String> anchors) {

    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();

    static MarkdownPage of(Path source, String markdown) {
        Node document = PARSER.parse(markdown);
        Map<Heading, String> anchors = new LinkedHashMap<>();
        Map<String, Integer> given = new HashMap<>();
        document.accept(
                new AbstractVisitor() {
                    @Override
                    public void visit(Heading heading) {
                        String anchor = anchor(text(heading));
                        int before = given.merge(anchor, 1, Integer::sum) - 1;
                        anchors.put(heading, before == 0 ? anchor : anchor + "-" + before);
                    }
                });
        return new MarkdownPage(source, document, anchors);
    }

    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    /// The text of a node, without its form.
    static String text(Node node) {
        StringBuilder text = new StringBuilder();
        node.accept(
                new AbstractVisitor() {
                    @Override
                    public void visit(Text one) {
                        text.append(one.getLiteral());
                    }

                    @Override
                    public void visit(Code one) {
                        text.append(one.getLiteral());
                    }

                    @Override
                    public void visit(SoftLineBreak one) {
                        text.append(' ');
                    }
                });
        return text.toString();
    }

    /// The first heading.
    String title() {
        return anchors.keySet().stream()
                .findFirst()
                .map(MarkdownPage::text)
                .orElseThrow(() -> new IllegalStateException(source + " has no heading"));
    }

    /// Where its HTML is written: a README is the index of its folder.
    Path html() {
        String name = source.getFileName().toString();
        return source.resolveSibling(
                name.equals("README.md") ? "index.html" : name.replaceFirst("\\.md$", ".html"));
    }

    /// The file that a link of this page leads to, from the root.
    Path target(String destination) {
        return source.resolveSibling(destination.replaceFirst("#.*", "")).normalize();
    }

    /// A relative link from the HTML of this page.
    String linkTo(Path other) {
        Path folder = Path.of("/").resolve(html()).getParent();
        return folder == null
                ? other.toString()
                : folder.relativize(Path.of("/").resolve(other)).toString();
    }

    List<Link> links() {
        List<Link> links = new ArrayList<>();
        document.accept(
                new AbstractVisitor() {
                    @Override
                    public void visit(Link link) {
                        links.add(link);
                    }
                });
        return links;
    }

    List<Image> images() {
        List<Image> images = new ArrayList<>();
        document.accept(
                new AbstractVisitor() {
                    @Override
                    public void visit(Image image) {
                        images.add(image);
                        visitChildren(image);
                    }
                });
        return images;
    }

    /// Puts the text of a link in its place, with a path that the pointer shows.
    static void toText(Link link, Path path) {
        link.insertBefore(
                html(
                        "<span class=\"file\" title=\""
                                + HtmlUtils.htmlEscape(path.toString())
                                + "\">"));
        for (Node child = link.getFirstChild(); child != null; child = link.getFirstChild()) {
            link.insertBefore(child);
        }
        link.insertBefore(html("</span>"));
        link.unlink();
    }

    private static HtmlInline html(String literal) {
        HtmlInline html = new HtmlInline();
        html.setLiteral(literal);
        return html;
    }

    String render() {
        return HtmlRenderer.builder()
                .extensions(EXTENSIONS)
                .attributeProviderFactory(_ ->
                        (node, _, attributes) -> {
                            if (node instanceof Heading heading) {
                                attributes.put("id", anchors.get(heading));
                            }
                        })
                .build()
                .render(document);
    }
}
