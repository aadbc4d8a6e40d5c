package dev.cobnut.loadtests.simulation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/// The shares of the journeys, as a deck of cards. The deck is dealt completely, then shuffled and
/// dealt again.
///
/// A deck keeps the shares exact. Random choices would miss them by a few percent in a short
/// window, and the planned requests per second would not be those that are sent.
enum JourneyDeck {
    PLACE,
    LIFE,
    /// 20 users, 49 requests, 18 of them change something.
    MIXED,
    /// 5 users, 13 requests, 2 of them place an order.
    LISTS,
    /// 4 users, 11 requests, 2 of them change something; all 4 follow a feed.
    FEED;

    private Map<Journey, Integer> counts() {
        return switch (this) {
            case PLACE -> Map.of(Journey.PLACE, 1);
            case LIFE -> Map.of(Journey.LIFE, 1);
            case MIXED ->
                    Map.of(
                            Journey.BROWSE, 9,
                            Journey.SHOP, 4,
                            Journey.LIFE, 2,
                            Journey.HOT, 2,
                            Journey.HISTORY, 2,
                            Journey.CANCEL, 1);
            case LISTS -> Map.of(Journey.PAGES, 3, Journey.OWN, 2);
            case FEED -> Map.of(Journey.WATCH, 3, Journey.FOLLOW, 1);
        };
    }

    private List<Journey> cards() {
        return new TreeMap<>(counts())
                .entrySet().stream()
                        .flatMap(entry ->
                                Collections.nCopies(entry.getValue(), entry.getKey()).stream())
                        .toList();
    }

    double requestsPerUser() {
        return cards().stream().mapToInt(Journey::requests).average().orElseThrow();
    }

    /// The journeys in the order of the deck, without an end.
    Iterator<Journey> deal(RandomGenerator random) {
        List<Journey> cards = new ArrayList<>(cards());
        Random shuffler = Random.from(random);
        return new Iterator<>() {
            private int next = cards.size();

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Journey next() {
                if (next == cards.size()) {
                    Collections.shuffle(cards, shuffler);
                    next = 0;
                }
                return cards.get(next++);
            }
        };
    }
}
