package dev.cobnut.loadtests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class UserFeedTest {

    private static final int USERS = 20_000;

    @Test
    void theSameSeedGivesTheSameRecordsButOtherKeysInAnotherRun() {
        List<Map<String, Object>> first = take("run-1", 7, JourneyDeck.MIXED, 500);
        List<Map<String, Object>> second = take("run-2", 7, JourneyDeck.MIXED, 500);

        assertThat(withoutKeys(second)).isEqualTo(withoutKeys(first));
        assertThat(keys(first)).hasSize(500).doesNotContainAnyElementsOf(keys(second));
        assertThat(withoutKeys(take("run-1", 8, JourneyDeck.MIXED, 500)))
                .isNotEqualTo(withoutKeys(first));
    }

    @Test
    void journeysComeInTheirSharesExactlyWithEveryDeck() {
        Map<Object, Long> counts =
                take("run", 1, JourneyDeck.MIXED, 20 * 50).stream()
                        .collect(
                                Collectors.groupingBy(
                                        user -> user.get("journey"), Collectors.counting()));

        assertThat(counts)
                .containsOnly(
                        Map.entry(Journey.BROWSE, 450L),
                        Map.entry(Journey.SHOP, 200L),
                        Map.entry(Journey.LIFE, 100L),
                        Map.entry(Journey.HOT, 100L),
                        Map.entry(Journey.HISTORY, 100L),
                        Map.entry(Journey.CANCEL, 50L));
        assertThat(JourneyDeck.MIXED.requestsPerUser()).isEqualTo(49 / 20.0);
        assertThat(JourneyDeck.LIFE.requestsPerUser()).isEqualTo(6);
        assertThat(JourneyDeck.LISTS.requestsPerUser()).isEqualTo(13 / 5.0);
        assertThat(JourneyDeck.FEED.requestsPerUser()).isEqualTo(11 / 4.0);
    }

    @Test
    void aFewCustomersComeOften() {
        Map<Object, Long> visits =
                take("run", 1, JourneyDeck.PLACE, USERS).stream()
                        .collect(
                                Collectors.groupingBy(
                                        user -> user.get("customer"), Collectors.counting()));

        assertThat(visits.getOrDefault("customer-1", 0L) / (double) USERS).isBetween(0.09, 0.12);
        long topEighty =
                visits.entrySet().stream()
                        .filter(entry ->
                                Integer.parseInt(
                                                entry.getKey()
                                                        .toString()
                                                        .substring("customer-".length()))
                                        <= 80)
                        .mapToLong(Map.Entry::getValue)
                        .sum();
        assertThat(topEighty / (double) USERS).isBetween(0.47, 0.53);
    }

    @Test
    void halfOfThoseWhoWantAHotOrderWantTheSameOne() {
        Map<Object, Long> slots =
                take("run", 1, JourneyDeck.PLACE, USERS).stream()
                        .collect(
                                Collectors.groupingBy(
                                        user -> user.get("slot"), Collectors.counting()));

        assertThat(slots).containsOnlyKeys(0, 1, 2, 3);
        assertThat(slots.getOrDefault(0, 0L) / (double) USERS).isBetween(0.48, 0.52);
    }

    @Test
    void theTotalIsTheSumOfTheLinesAndNoProductComesTwice() {
        for (Map<String, Object> user : take("run", 3, JourneyDeck.PLACE, 2_000)) {
            JsonNode order = JsonMapper.shared().readTree(String.valueOf(user.get("placement")));
            BigDecimal total = BigDecimal.ZERO;
            Set<String> products = new HashSet<>();
            for (JsonNode line : order.path("lines")) {
                products.add(line.path("productId").asString());
                total =
                        total.add(
                                new BigDecimal(line.path("unitPrice").asString())
                                        .multiply(
                                                BigDecimal.valueOf(line.path("quantity").asInt())));
            }

            assertThat(user.get("total")).isEqualTo(total.toPlainString());
            assertThat(products).hasSize(order.path("lines").size());
        }
    }

    private static List<Map<String, Object>> take(
            String run, long seed, JourneyDeck deck, int users) {
        UserFeed feed = new UserFeed(run, seed, deck);
        List<Map<String, Object>> taken = new ArrayList<>();
        for (int i = 0; i < users; i++) {
            taken.add(feed.next());
        }
        return taken;
    }

    private static List<Map<String, Object>> withoutKeys(List<Map<String, Object>> users) {
        return users.stream()
                .map(user -> {
                    Map<String, Object> rest = new HashMap<>(user);
                    rest.remove("key");
                    return rest;
                })
                .toList();
    }

    private static Set<Object> keys(List<Map<String, Object>> users) {
        return users.stream().map(user -> user.get("key")).collect(Collectors.toSet());
    }
}
