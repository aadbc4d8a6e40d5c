/// The HTTP server below the API, and that of the actuator where it has a port of its own.
///
/// ```text
/// start    LoopbackGuard          no address beyond loopback, unless a setting allows it
/// head     DeadlineProtocol       a deadline for the whole head
/// request  CorrelationValve       an id for every answer
///          RequestGuard           the host; the actuator's media types and errors; TRACE
/// answer   AnswerDeadline         a least rate for who reads it
/// end      UnreadBodyValve        a body that nobody read
/// errors   ProblemReportValve     what never reaches a handler is a problem, too
/// ```
@NullMarked
package dev.cobnut.web.server;

import org.jspecify.annotations.NullMarked;
