package dev.cobnut.framework.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class EventQueryTest {

    private static final Tag COURSE = Tag.of("course", "c1");
    private static final Tag STUDENT = Tag.of("student", "s1");

    sealed interface CourseEvent {
        record Opened(String course) implements CourseEvent {}

        record Joined(String course, String student) implements CourseEvent {}
    }

    @Test
    void aTagIsAKindAndAnIdOfWhichNoTwoMakeTheSame() {
        assertThat(Tag.of("card", "a:b").value()).isEqualTo("card:a:b");
        assertThatThrownBy(() -> Tag.of("card:a", "b"))
                .hasMessage(
                        "a tag is made of a kind without ':' and an id, not of 'card:a' and 'b'");
        assertThatThrownBy(() -> Tag.of("card", "")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Tag("")).hasMessage("a tag has 1 to 255 characters, not 0");
        assertThatThrownBy(() -> new Tag("x".repeat(256)))
                .hasMessage("a tag has 1 to 255 characters, not 256");
        assertThatThrownBy(() -> new Tag("a\0b")).hasMessageContaining("NUL");
        assertThatThrownBy(() -> new Tag("\ud800")).hasMessageContaining("surrogate");
    }

    @Test
    void anEventHasAtMostSixteenTags() {
        assertThat(event(tags(16)).tags()).hasSize(16);
        assertThatThrownBy(() -> event(tags(17)))
                .hasMessage("an event has at most 16 tags, not 17");
    }

    private static NewEvent event(Set<Tag> tags) {
        return new NewEvent(
                UUID.randomUUID(),
                "Opened",
                1,
                Payload.ofUtf8("{}"),
                EventMetadata.at(EventFormat.EARLIEST),
                tags);
    }

    private static Set<Tag> tags(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Tag("t:" + i))
                .collect(Collectors.toSet());
    }

    @Test
    void anEventMatchesOneOfTheTypesAndAllOfTheTagsOfAnItem() {
        EventQuery query =
                EventQuery.tagged(COURSE, STUDENT)
                        .ofTypes("Joined", "Left")
                        .or(EventQuery.tagged(COURSE).ofTypes("Opened"));
        assertThat(query.matches("Joined", Set.of(COURSE, STUDENT))).isTrue();
        assertThat(query.matches("Opened", Set.of(COURSE))).isTrue();
        assertThat(query.matches("Joined", Set.of(COURSE))).isFalse();
        assertThat(query.matches("Opened", Set.of(STUDENT))).isFalse();
        assertThat(query.matches("Opened", Set.of())).isFalse();
        assertThat(EventQuery.tagged(COURSE).matches("Anything", Set.of(COURSE))).isTrue();
    }

    @Test
    void aQueryHasLimitsAndSaysThem() {
        assertThatThrownBy(() -> new EventQuery.Item(Set.of("Opened"), List.of()))
                .hasMessage(
                        "an item of a query needs a tag; without one it would read the whole journal");
        assertThatThrownBy(() -> new EventQuery.Item(Set.of(), List.copyOf(tags(17))))
                .hasMessage("an item of a query has at most 16 tags, not 17");
        Set<String> types =
                IntStream.range(0, 33).mapToObj(i -> "T" + i).collect(Collectors.toSet());
        assertThatThrownBy(() -> new EventQuery.Item(types, List.of(COURSE)))
                .hasMessageStartingWith("an item of a query has at most 32 types, not 33");
        List<EventQuery.Item> items = new ArrayList<>();
        tags(17).forEach(tag -> items.add(new EventQuery.Item(Set.of(), List.of(tag))));
        assertThatThrownBy(() -> new EventQuery(items))
                .hasMessage("a query has 1 to 16 items, not 17");
        assertThatThrownBy(() -> new EventQuery(List.of()))
                .hasMessage("a query has 1 to 16 items, not 0");
        assertThatThrownBy(() -> EventQuery.tagged(COURSE).ofTypes("A").ofTypes("B"))
                .hasMessageContaining("are given once");
        assertThat(EventQuery.tagged(COURSE).or(EventQuery.tagged(COURSE)).items()).hasSize(1);
    }

    @Test
    void classesAreFoundUnderAllTheirStoredNames() {
        EventCodec<CourseEvent> codec =
                JsonEventCodec.of(CourseEvent.class, JsonMapper.shared())
                        .withFormerName("Subscribed", CourseEvent.Joined.class);
        EventQuery query = EventQuery.tagged(COURSE).ofTypes(codec, CourseEvent.Joined.class);
        assertThat(query.items().getFirst().types()).containsOnly("Joined", "Subscribed");
        assertThatThrownBy(() -> EventQuery.tagged(COURSE).ofTypes(codec, CourseEvent.class))
                .hasMessageContaining("is not an event of the codec");
    }

    @Test
    void aCodecGivesNewEventsTheirTags() {
        JsonEventCodec<CourseEvent> plain =
                JsonEventCodec.of(CourseEvent.class, JsonMapper.shared());
        EventCodec<CourseEvent> codec =
                plain.withTags(event ->
                                switch (event) {
                                    case CourseEvent.Opened(var course) ->
                                            Set.of(Tag.of("course", course));
                                    case CourseEvent.Joined(var course, var student) ->
                                            Set.of(
                                                    Tag.of("course", course),
                                                    Tag.of("student", student));
                                })
                        .withFormerName("Subscribed", CourseEvent.Joined.class);
        assertThat(codec.tags(new CourseEvent.Joined("c1", "s1"))).containsOnly(COURSE, STUDENT);
        assertThat(plain.tags(new CourseEvent.Opened("c1"))).isEmpty();
    }
}
