package dev.cobnut.web.guide;

import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.web.problem.ProblemType;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.json.JsonMapper;

/// A service of gift cards: they are sold, and spent in parts.
@SpringBootApplication
class GiftCards {

    static final ProblemType NO_SUCH_CARD =
            new ProblemType(
                    "card-not-found",
                    404,
                    "There is no such card",
                    "No card with this id was ever sold.");

    /// What is left.
    record GiftCard(long cents, @Nullable UUID noted) {}

    sealed interface CardCommand {}

    record Sell(long cents) implements CardCommand {}

    record SellNoted(UUID id, long cents) implements CardCommand {}

    record Spend(long cents) implements CardCommand {}

    sealed interface CardEvent {}

    record Sold(long cents) implements CardEvent {}

    record SoldNoted(UUID id, long cents) implements CardEvent {}

    record Spent(long cents) implements CardEvent {}

    static StreamId streamOf(UUID card) {
        return StreamId.of("card", card.toString());
    }

    @Bean
    ProblemType noSuchCard() {
        return NO_SUCH_CARD;
    }

    @Bean
    Decider<GiftCard, CardCommand, CardEvent> cards() {
        return new Cards();
    }

    private static final class Cards implements Decider<GiftCard, CardCommand, CardEvent> {

        @Override
        public String category() {
            return "card";
        }

        @Override
        public EventCodec<CardEvent> codec() {
            return JsonEventCodec.of(CardEvent.class, JsonMapper.shared());
        }

        @Override
        public Decision<CardEvent> decide(
                @Nullable GiftCard card, CardCommand command, Instant now) {
            return switch (command) {
                case Sell(var cents) -> new Decision.Accepted<>(List.of(new Sold(cents)));
                case SellNoted(var id, var cents) ->
                        new Decision.Accepted<>(List.of(new SoldNoted(id, cents)));
                case Spend _ when card == null -> new Decision.Missing<>();
                case Spend(var cents) when cents > card.cents() ->
                        new Decision.Refused<>(
                                "card-too-small", "Only " + card.cents() + " cents are left.");
                case Spend(var cents) -> new Decision.Accepted<>(List.of(new Spent(cents)));
            };
        }

        @Override
        public GiftCard evolve(@Nullable GiftCard card, CardEvent event) {
            return switch (event) {
                case Sold(var cents) -> new GiftCard(cents, null);
                case SoldNoted(var id, var cents) -> new GiftCard(cents, id);
                case Spent(var cents) ->
                        new GiftCard((card == null ? 0 : card.cents()) - cents, null);
            };
        }
    }
}
