package dev.cobnut.loadtests.simulation;

/// The actions of one user.
enum Journey {
    /// Places an order.
    PLACE(1),
    /// Places an order and looks at it.
    SHOP(2),
    /// Looks at the list of a customer's orders, then at the newest one.
    BROWSE(2),
    /// Looks at the list, then at what happened to the newest order.
    HISTORY(2),
    /// Places an order, looks at it, cancels it.
    CANCEL(3),
    /// Looks at an order that other users also look at, thinks, and changes it.
    HOT(2),
    /// Takes an order from placing to delivery.
    LIFE(6),
    /// Places an order, then looks at the customer's list with the token of the order.
    OWN(2),
    /// Looks at three pages of the orders of all customers that are placed.
    PAGES(3),
    /// Places an order, follows it from its beginning, confirms it, and closes the feed.
    FOLLOW(5),
    /// Follows the orders of a customer for a while.
    WATCH(2);

    private final int requests;

    Journey(int requests) {
        this.requests = requests;
    }

    int requests() {
        return requests;
    }
}
