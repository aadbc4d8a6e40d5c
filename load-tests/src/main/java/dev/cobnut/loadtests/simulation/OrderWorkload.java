package dev.cobnut.loadtests.simulation;

import dev.cobnut.lab.generator.LoadSimulation;
import dev.cobnut.lab.generator.Phase;
import io.gatling.javaapi.core.ChainBuilder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The simulations, each with the shape of its rate over time.
public enum OrderWorkload {
    /// Users only place orders.
    PLACE(JourneyDeck.PLACE),
    /// Users take orders through their whole life: place, read, confirm, pay, ship, deliver.
    LIFE(JourneyDeck.LIFE),
    /// Users read more than they write. A few customers order often, and several users change the
    /// same few orders.
    MIXED(JourneyDeck.MIXED),
    /// As mixed: a third of the time at the rate, a sixth at [#SPIKE_FACTOR] times the rate, the
    /// rest at the rate again.
    SPIKE(JourneyDeck.MIXED),
    /// As mixed, for runs of hours.
    SOAK(JourneyDeck.MIXED),
    /// Users look at pages of the orders of all customers, and at the list of a customer that must
    /// have the order that they have just placed.
    LISTS(JourneyDeck.LISTS),
    /// Users follow live feeds. A user stays for some seconds, so more users than begin in a second
    /// are connected.
    FEED(JourneyDeck.FEED);

    /// Rate of a spike divided by the rate before and after it.
    public static final int SPIKE_FACTOR = 4;

    private static final long SPIKE_SECONDS_MIN = 6;

    private final JourneyDeck deck;

    OrderWorkload(JourneyDeck deck) {
        this.deck = deck;
    }

    /// The name on a command line.
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// @throws IllegalArgumentException when there is no such simulation; the message lists all
    public static OrderWorkload named(String title) {
        for (OrderWorkload workload : values()) {
            if (workload.title().equals(title)) {
                return workload;
            }
        }
        throw new IllegalArgumentException(
                "There is no simulation '%s'; there are %s."
                        .formatted(
                                title,
                                Arrays.stream(values())
                                        .map(OrderWorkload::title)
                                        .collect(Collectors.joining(", "))));
    }

    /// The measured phases, without a warm-up.
    ///
    /// @throws IllegalArgumentException when the length is too short for the shape
    public List<Phase> phases(double perSecond, Duration length) {
        return switch (this) {
            case PLACE, LIFE, MIXED, SOAK, LISTS, FEED ->
                    List.of(new Phase(title(), perSecond, length));
            case SPIKE -> spike(perSecond, length);
        };
    }

    /// The simulation for the lab. The average number of requests per user is exact over a whole
    /// deck.
    public LoadSimulation simulation() {
        return new LoadSimulation(title(), OrderSimulation.class.getName(), deck.requestsPerUser());
    }

    JourneyDeck deck() {
        return deck;
    }

    /// The journey of a user with a record of the [UserFeed].
    ChainBuilder journey() {
        return switch (this) {
            case PLACE -> Journeys.of(Journey.PLACE, new HotOrders());
            case LIFE -> Journeys.of(Journey.LIFE, new HotOrders());
            case MIXED, SPIKE, SOAK, LISTS, FEED -> Journeys.ofRecord();
        };
    }

    private static List<Phase> spike(double perSecond, Duration length) {
        long seconds = length.toSeconds();
        if (seconds < SPIKE_SECONDS_MIN) {
            throw new IllegalArgumentException(
                    "A simulation with a spike lasts at least %d s, not %d s."
                            .formatted(SPIKE_SECONDS_MIN, seconds));
        }
        long before = seconds / 3;
        long spike = seconds / 6;
        return List.of(
                new Phase("before", perSecond, Duration.ofSeconds(before)),
                new Phase("spike", SPIKE_FACTOR * perSecond, Duration.ofSeconds(spike)),
                new Phase("after", perSecond, Duration.ofSeconds(seconds - before - spike)));
    }
}
