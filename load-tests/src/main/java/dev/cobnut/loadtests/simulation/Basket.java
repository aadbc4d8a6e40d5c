package dev.cobnut.loadtests.simulation;

import java.math.BigDecimal;
import java.util.random.RandomGenerator;

/// The lines of an order.
///
/// @param lines JSON array
/// @param total the total that the service computes, in EUR
record Basket(String lines, BigDecimal total) {

    /// Number of products of the shop. Product `n` always has the same price.
    private static final int PRODUCTS = 500;

    private static final int LINES_MAX = 5;
    private static final int QUANTITY_MAX = 3;

    /// A basket of one to five different products, up to three of each.
    static Basket fill(RandomGenerator random) {
        int count = random.nextInt(1, LINES_MAX + 1);
        int product = random.nextInt(PRODUCTS);
        StringBuilder lines = new StringBuilder(80 * count).append('[');
        long cents = 0;
        for (int i = 0; i < count; i++) {
            int quantity = random.nextInt(1, QUANTITY_MAX + 1);
            long price = cents(product);
            cents += quantity * price;
            lines.append(i == 0 ? "" : ",")
                    .append("{\"productId\":\"nut-")
                    .append(product)
                    .append("\",\"quantity\":")
                    .append(quantity)
                    .append(",\"unitPrice\":\"")
                    .append(BigDecimal.valueOf(price, 2))
                    .append("\"}");
            product = (product + random.nextInt(1, PRODUCTS / LINES_MAX)) % PRODUCTS;
        }
        return new Basket(lines.append(']').toString(), BigDecimal.valueOf(cents, 2));
    }

    /// Price of a product, 0.99 to 99.79 EUR.
    private static long cents(int product) {
        return 99 + product * 977L % 9_900;
    }
}
