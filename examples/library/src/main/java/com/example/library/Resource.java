package com.example.library;

import dev.cobnut.framework.command.*;
import dev.cobnut.framework.event.*;
import dev.cobnut.web.answer.*;
import dev.cobnut.web.problem.ProblemType;
import dev.cobnut.web.request.*;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.UUID;
import org.springframework.http.ResponseEntity;

/// Cards or copies over HTTP. An answer has the state, and its version as the ETag.
record Resource<S, C>(CommandGateway<S, C> gateway, String category, CommandAnswers answers) {
    Resource(CommandGateway<S, C> gateway, String category, String path, ProblemType missing) {
        this(gateway, category, CommandAnswers.of(category, missing, id -> path + id));
    }

    ResponseEntity<S> create(C command, HttpServletRequest request) {
        var created = send(Command.beginning(stream(UUID.randomUUID()), command), "new", request);
        URI path = URI.create(answers.path(created.stream().id()));
        return ResponseEntity.created(path).eTag(Answers.etag(created.version())).body(created.state());
    }

    ResponseEntity<S> change(UUID id, C command, HttpServletRequest request) {
        var changed = send(Command.to(stream(id), command), id, request);
        return ResponseEntity.ok().eTag(Answers.etag(changed.version())).body(changed.state());
    }

    ResponseEntity<S> read(UUID id) {
        Versioned<S> read = gateway.state(stream(id)).orElseThrow(answers::missing);
        return ResponseEntity.ok().eTag(Answers.etag(read.version())).body(read.state());
    }

    /// The fingerprint is made of the command's text. A record prints its name and its values.
    private CommandResult.Accepted<S> send(Command<C> command, Object id, HttpServletRequest request) {
        String text = command.content().toString();
        var complete = RequestHeaders.applied(command, () -> Fingerprint.of("v1", id, text), request);
        return answers.accepted(gateway.send(complete), request);
    }

    private StreamId stream(UUID id) {
        return StreamId.of(category, id.toString());
    }
}
