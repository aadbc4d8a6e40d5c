package dev.cobnut.sink.kafka;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.journal.Journal;
import io.cloudevents.CloudEvent;
import io.cloudevents.kafka.KafkaMessageFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/// An event as a topic or the journal has it.
record TopicEvent(String id, String stream, long version) {

    private static final int PAGE = 1_000;

    static CloudEvent read(ConsumerRecord<String, byte[]> record) {
        return KafkaMessageFactory.createReader(record.headers(), record.value()).toEvent();
    }

    /// In the order of each partition.
    static List<TopicEvent> of(List<ConsumerRecord<String, byte[]>> records) {
        return records.stream()
                .map(TopicEvent::read)
                .map(event ->
                        new TopicEvent(
                                event.getId(),
                                String.valueOf(event.getSubject()),
                                Long.parseLong(
                                        String.valueOf(event.getExtension("streamversion")))))
                .toList();
    }

    /// The events of the first so many cards.
    static List<TopicEvent> of(Journal journal, int cards) {
        List<TopicEvent> events = new ArrayList<>();
        for (int card = 0; card < cards; card++) {
            List<RecordedEvent> page = journal.read(CardEvents.card(card), 0, PAGE);
            while (!page.isEmpty()) {
                page.forEach(event ->
                        events.add(
                                new TopicEvent(
                                        event.id().toString(),
                                        event.stream().value(),
                                        event.version())));
                page = journal.read(CardEvents.card(card), page.getLast().version(), PAGE);
            }
        }
        return events;
    }

    /// What is wrong with the topic, after repetitions are left out: a sentence for each event that
    /// is missing, unknown, or not directly behind its predecessor.
    static List<String> faults(List<TopicEvent> journal, List<TopicEvent> topic) {
        List<String> faults = new ArrayList<>();
        Set<TopicEvent> missing = new HashSet<>(journal);
        Set<TopicEvent> known = Set.copyOf(journal);
        Map<String, Long> last = new HashMap<>();
        for (TopicEvent one : topic) {
            if (!known.contains(one)) {
                faults.add("unknown: " + one);
            } else if (missing.remove(one)) {
                long before = last.getOrDefault(one.stream(), 0L);
                if (one.version() != before + 1) {
                    faults.add("wrong order: " + one + " after " + before);
                }
                last.put(one.stream(), one.version());
            }
        }
        missing.forEach(one -> faults.add("missing: " + one));
        return faults;
    }

    static long count(List<String> faults, String kind) {
        return faults.stream().filter(fault -> fault.startsWith(kind)).count();
    }
}
