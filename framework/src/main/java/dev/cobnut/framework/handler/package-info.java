/// Calls [EventHandler]s with committed events: mail, other services, tables of the application.
///
/// ```text
/// journal ──▶ OwnedCursor ──▶ Lanes ──────────────▶ EventHandler.handle
///  pages by     one thread      one lane per stream,   on virtual threads
///  position     per handler     in order of versions
///                  │
///                  └──▶ cursor (a row of the journal): everything through it is handled or parked
/// ```
///
/// [Handler] writes one by the classes of the events.
///
/// A handler reads the journal by itself, from its own cursor. It shares no queue with the views
/// and with other handlers, so none slows another. Of several members one owns a handler's cursor
/// ([dev.cobnut.framework.journal.Cursors]); when it goes, another continues from the cursor.
///
/// Promises: at least once, and in order within a stream. A stream whose event fails too often is
/// parked, visibly, and the others continue. [ExactlyOnce] applies an effect once that is in a
/// transaction of the application's own database. [ReceiverPause] lets all streams of a sink wait
/// for its receiver. [RuntimeHandlers] runs handlers that come and go while the service runs.
@NullMarked
package dev.cobnut.framework.handler;

import org.jspecify.annotations.NullMarked;
