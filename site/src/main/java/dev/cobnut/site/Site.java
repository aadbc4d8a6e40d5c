package dev.cobnut.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.springframework.util.FileSystemUtils;
import org.springframework.web.util.HtmlUtils;

/// Builds the site from the documentation of a repository: `./cobnut docs`.
final class Site {

    private static final Path HOME = Path.of("README.md");
    private static final Path INDEX = Path.of("docs/README.md");

    /// A link that leads nowhere.
    static final class BrokenLinkException extends RuntimeException {
        BrokenLinkException(String message) {
            super(message);
        }
    }

    private final Path repository;
    private final Navigation navigation;
    private final Map<Path, MarkdownPage> pages = new LinkedHashMap<>();
    private final Set<Path> images = new TreeSet<>();
    private final String template;

    private Site(Path repository) throws IOException {
        this.repository = repository;
        template = resource("page.html");
        read(HOME);
        MarkdownPage index = read(INDEX);
        List<MarkdownPage> generated = Reference.pages();
        navigation = Navigation.of(index).with("Reference", generated);
        generated.forEach(page -> pages.put(page.source(), page));
        for (Path source : navigation.pages()) {
            if (!pages.containsKey(source)) {
                requireFile(index, source.toString(), source);
                read(source);
            }
            Path folder = source.getParent();
            if (folder != null && source.endsWith("README.md")) {
                readFolder(folder);
            }
        }
    }

    static void main() {
        Path repository = Path.of(System.getProperty("cobnut.home", "."));
        Path site = repository.resolve("target/site");
        try {
            int pages = build(repository, site);
            System.out.printf("%d pages: open %s%n", pages, site.resolve("index.html"));
        } catch (BrokenLinkException e) {
            System.err.println("cobnut: " + e.getMessage());
            System.exit(1);
        } catch (IOException e) {
            System.err.println("cobnut: the site cannot be written: " + e);
            System.exit(1);
        }
    }

    /// Replaces a folder by the site.
    ///
    /// @param repository the folder with README.md and docs
    /// @return how many pages it has
    /// @throws BrokenLinkException when a page links to what does not exist
    static int build(Path repository, Path folder) throws IOException {
        Site site = new Site(repository);
        site.pages.values().forEach(site::resolve);
        FileSystemUtils.deleteRecursively(folder);
        for (MarkdownPage page : site.pages.values()) {
            write(folder.resolve(page.html()), site.html(page));
        }
        write(folder.resolve("site.css"), resource("site.css"));
        for (Path image : site.images) {
            Path copy = folder.resolve(image);
            Files.createDirectories(Objects.requireNonNull(copy.getParent()));
            Files.copy(repository.resolve(image), copy, StandardCopyOption.REPLACE_EXISTING);
        }
        return site.pages.size();
    }

    private MarkdownPage read(Path source) throws IOException {
        MarkdownPage page = MarkdownPage.of(source, Files.readString(repository.resolve(source)));
        pages.put(source, page);
        return page;
    }

    /// A list of pages brings the pages beside it.
    private void readFolder(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(repository.resolve(folder))) {
            for (Path file : files.sorted().toList()) {
                Path source = folder.resolve(file.getFileName());
                if (source.toString().endsWith(".md") && !pages.containsKey(source)) {
                    read(source);
                }
            }
        }
    }

    private void resolve(MarkdownPage page) {
        for (Image image : page.images()) {
            Path file = page.target(image.getDestination());
            requireFile(page, image.getDestination(), file);
            images.add(file);
        }
        for (Link link : page.links()) {
            String destination = link.getDestination();
            if (!destination.matches("[a-z]+:.*")) {
                resolve(page, link, destination);
            }
        }
    }

    private void resolve(MarkdownPage page, Link link, String destination) {
        Path file = destination.startsWith("#") ? page.source() : page.target(destination);
        MarkdownPage other = pages.getOrDefault(file, pages.get(file.resolve("README.md")));
        if (other == null) {
            requireFile(page, destination, file);
            MarkdownPage.toText(link, file);
            return;
        }
        String anchor = destination.contains("#") ? destination.replaceFirst(".*#", "#") : "";
        if (!anchor.isEmpty() && !other.anchors().containsValue(anchor.substring(1))) {
            throw new BrokenLinkException(
                    "%s links to %s, but %s has no such heading."
                            .formatted(page.source(), destination, other.source()));
        }
        link.setDestination(
                destination.startsWith("#") ? anchor : page.linkTo(other.html()) + anchor);
    }

    private void requireFile(MarkdownPage page, String destination, Path file) {
        if (!Files.exists(repository.resolve(file))) {
            throw new BrokenLinkException(
                    "%s links to %s, which does not exist.".formatted(page.source(), destination));
        }
    }

    private String html(MarkdownPage page) {
        return template.replace("{{title}}", HtmlUtils.htmlEscape(page.title()))
                .replace("{{style}}", page.linkTo(Path.of("site.css")))
                .replace("{{home}}", page.linkTo(Path.of("index.html")))
                .replace("{{navigation}}", navigation(page))
                .replace("{{content}}", page.render());
    }

    private String navigation(MarkdownPage page) {
        List<String> lines = new ArrayList<>();
        for (Navigation.Group group : navigation.groups()) {
            lines.add("<h2>" + HtmlUtils.htmlEscape(group.title()) + "</h2>");
            lines.add("<ul>");
            for (Navigation.Entry entry : group.entries()) {
                MarkdownPage other = Objects.requireNonNull(pages.get(entry.page()));
                boolean here = entry.page().equals(page.source());
                lines.add(
                        "<li><a href=\"%s\"%s>%s</a>%s</li>"
                                .formatted(
                                        page.linkTo(other.html()),
                                        here ? " aria-current=\"page\"" : "",
                                        HtmlUtils.htmlEscape(entry.title()),
                                        here ? sections(page) : ""));
            }
            lines.add("</ul>");
        }
        return String.join("\n", lines);
    }

    private static String sections(MarkdownPage page) {
        StringBuilder list = new StringBuilder("<ul>");
        page.anchors()
                .forEach((heading, anchor) -> {
                    if (heading.getLevel() == 2) {
                        list.append("<li><a href=\"#%s\">".formatted(anchor))
                                .append(HtmlUtils.htmlEscape(MarkdownPage.text(heading)))
                                .append("</a></li>");
                    }
                });
        return list.append("</ul>").toString();
    }

    private static String resource(String name) throws IOException {
        try (InputStream resource = Objects.requireNonNull(Site.class.getResourceAsStream(name))) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, text);
    }
}
