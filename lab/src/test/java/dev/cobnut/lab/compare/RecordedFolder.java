package dev.cobnut.lab.compare;

import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.plan.SessionPlan.Variant;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/// Writes a session in the form that `./cobnut session run` leaves.
public final class RecordedFolder {

    private RecordedFolder() {}

    /// B takes 5 % more CPU per request, in a frame that A does not have.
    public static SessionFolder planted(Path root) throws IOException {
        SyntheticSession session = new SyntheticSession().planted(0.05);
        session.name = "planted-slowdown";
        return write(session, root);
    }

    public static SessionFolder sameVariants(Path root) throws IOException {
        SyntheticSession session = new SyntheticSession();
        session.name = "a-against-itself";
        return write(session, root);
    }

    /// A typical optimization of the outbox: its queries are removed, other work stays, and a frame
    /// has another name.
    public static SessionFolder improved(Path root) throws IOException {
        SyntheticSession session = new SyntheticSession();
        session.name = "outbox-polling";
        session.a = SyntheticSession.variant("scanning outbox", "--cobnut.outbox.store=scanning");
        session.b = SyntheticSession.variant("indexed outbox");
        session.events = List.of(ProfileEvent.values());
        session.changeB =
                (_, profile) -> {
                    profile.scale("com.hazelcast.map.impl.query.QueryRunner.run", 0.3);
                    profile.rename(
                            "dev.cobnut.orders.domain.Order.decide",
                            "dev.cobnut.orders.domain.Decision.of");
                };
        return write(session, root);
    }

    /// Each request of B waits half as long again, for its group commit.
    public static SessionFolder waiting(Path root) throws IOException {
        SyntheticSession session = new SyntheticSession();
        session.name = "waiting";
        session.b = SyntheticSession.variant("a slower disk", "--cobnut.lab.disk=slow");
        session.waits = true;
        session.waitingOfB = 0.5;
        return write(session, root);
    }

    /// The outbox queries of B cost almost nothing. New code in their place costs 5 % of the whole.
    public static SessionFolder replaced(Path root) throws IOException {
        SyntheticSession session = new SyntheticSession();
        session.name = "replaced-queries";
        session.b = SyntheticSession.variant("window of the index", "--cobnut.lab.window=true");
        session.changingCpu(profile -> {
            profile.scale("com.hazelcast.map.impl.query.QueryRunner.run", 0.05);
            profile.add(
                    0.05,
                    "java.lang.Thread.run",
                    "dev.cobnut.framework.outbox.OutboxPublisher.poll",
                    "dev.cobnut.framework.outbox.OutboxStore.pollPending",
                    "com.hazelcast.map.impl.query.IndexWindow.read");
        });
        return write(session, root);
    }

    /// B allocates less and takes 5 % more CPU per request, in a frame that A does not have.
    public static SessionFolder weighed(Path root) throws IOException {
        SyntheticSession session = new SyntheticSession().planted(0.05);
        session.name = "weighed";
        BiConsumer<ProfileEvent, SyntheticProfile> slower = session.changeB;
        session.changeB =
                (event, profile) -> {
                    slower.accept(event, profile);
                    if (event == ProfileEvent.ALLOC) {
                        profile.scale("com.hazelcast.map.impl.query.QueryRunner.run", 0.05);
                    }
                };
        return write(session, root);
    }

    static SessionFolder write(SyntheticSession synthetic, Path root) throws IOException {
        RecordedSession session = synthetic.record();
        SessionFolder folder =
                new SessionFolder(root.resolve("docs").resolve("sessions").resolve(synthetic.name));
        Files.createDirectories(folder.folder());
        Files.writeString(folder.folder().resolve("session.yaml"), yaml(session.plan()));
        Files.writeString(
                folder.folder().resolve("runs.json"),
                JsonMapper.shared().writeValueAsString(session.runs()));
        for (Map.Entry<String, Map<ProfileEvent, StackTable>> window :
                session.stacks().entrySet()) {
            for (Map.Entry<ProfileEvent, StackTable> table : window.getValue().entrySet()) {
                table.getValue().write(folder.stacks(window.getKey(), table.getKey()));
            }
        }
        return folder;
    }

    private static String yaml(SessionPlan plan) {
        return """
        name: %s
        title: %s
        question: %s
        variants:
          A:
        %s
          B:
        %s
        changes:
          - what: Work per request
            before: as it was
            after: %s
        load:
          simulation: place
        windows:
          - name: steady
            perSecond: 200
            length: 30s
            events: [%s]
        repeats: %d
        hotspot: outbox
        thresholds:
          practical: 0.03
          regressed: 0.03
        """
                .formatted(
                        plan.name(),
                        plan.title(),
                        plan.question(),
                        variant(plan, "A"),
                        variant(plan, "B"),
                        plan.changes().getFirst().after(),
                        plan.windows().getFirst().events().stream()
                                .map(ProfileEvent::id)
                                .collect(Collectors.joining(", ")),
                        plan.repeats());
    }

    private static String variant(SessionPlan plan, String id) {
        Variant variant = plan.variant(id);
        return "    title: %s\n    arguments: [%s]"
                .formatted(
                        variant.title(),
                        variant.arguments().stream()
                                .map(argument -> "\"" + argument + "\"")
                                .collect(Collectors.joining(", ")));
    }
}
