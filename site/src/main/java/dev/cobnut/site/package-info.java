/// The documentation as a site: pages of HTML that need no server, no script and no network.
///
/// ```text
/// docs/README.md ─▶ Navigation   its groups and links: what is a page, and where it stands
/// *.md           ─▶ MarkdownPage the text, the anchors of its headings, its links
/// code           ─▶ Reference    settings and problems, as Markdown
///                   Site         resolves each link, renders, writes target/site
/// ```
///
/// A link to a page leads to its HTML, with the same path. A link to another file of the repository
/// becomes its text, with the path as a tooltip. A link to nothing ends the build.
@NullMarked
package dev.cobnut.site;

import org.jspecify.annotations.NullMarked;
