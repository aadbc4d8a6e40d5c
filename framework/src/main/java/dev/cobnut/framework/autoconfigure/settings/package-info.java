/// Compares what an operator wrote below `cobnut.` with what the service reads, before anything
/// else starts.
///
/// ```text
/// in    all property sources: command line, environment, system properties, application.yaml …
///       the names that the `@ConfigurationProperties` classes of this context bind
/// out   nothing, or a SettingsException: the start ends, no folder and no connection was opened
///
///   unknown       cobnut.dta: no class binds it           → the nearest valid name
///   written twice entries-max and entriesMax in one file  → one of them would be ignored
///   no effect     postgresql.url with the type sqlite     → the setting that it needs
///   exclusive     password and password-file              → one of them would be ignored
/// ```
///
/// An application's own settings below `cobnut.` are known when a `@ConfigurationProperties` class
/// binds them. A value that is read with `@Value` belongs below another prefix.
@NullMarked
package dev.cobnut.framework.autoconfigure.settings;

import org.jspecify.annotations.NullMarked;
