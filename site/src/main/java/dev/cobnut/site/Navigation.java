package dev.cobnut.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;

/// What stands beside every page: groups of links to pages.
record Navigation(List<Group> groups) {

    record Group(String title, List<Entry> entries) {}

    /// @param page its path from the root of the repository
    record Entry(String title, Path page) {}

    /// Reads the headings of the second level and the links below each.
    ///
    /// @param index a page of lists of links
    static Navigation of(MarkdownPage index) {
        List<Group> groups = new ArrayList<>();
        index.document()
                .accept(
                        new AbstractVisitor() {
                            @Override
                            public void visit(Heading heading) {
                                if (heading.getLevel() == 2) {
                                    groups.add(
                                            new Group(
                                                    MarkdownPage.text(heading), new ArrayList<>()));
                                }
                            }

                            @Override
                            public void visit(Link link) {
                                if (groups.isEmpty()) {
                                    return;
                                }
                                Path page = index.target(link.getDestination());
                                groups.getLast()
                                        .entries()
                                        .add(new Entry(MarkdownPage.text(link), page));
                            }
                        });
        return new Navigation(groups);
    }

    /// Adds pages at the end of a group.
    Navigation with(String group, List<MarkdownPage> more) {
        return new Navigation(
                groups.stream()
                        .map(one -> one.title().equals(group) ? with(one, more) : one)
                        .toList());
    }

    private static Group with(Group group, List<MarkdownPage> more) {
        List<Entry> entries = new ArrayList<>(group.entries());
        more.forEach(page -> entries.add(new Entry(page.title(), page.source())));
        return new Group(group.title(), entries);
    }

    Set<Path> pages() {
        Set<Path> pages = new LinkedHashSet<>();
        groups.forEach(group -> group.entries().forEach(entry -> pages.add(entry.page())));
        return pages;
    }
}
