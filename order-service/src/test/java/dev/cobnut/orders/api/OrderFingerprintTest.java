package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.orders.domain.OrderCommand;
import dev.cobnut.orders.domain.OrderCommand.CancelOrder;
import dev.cobnut.orders.domain.OrderCommand.ChangeLines;
import dev.cobnut.orders.domain.OrderCommand.ConfirmOrder;
import dev.cobnut.orders.domain.OrderCommand.DeliverOrder;
import dev.cobnut.orders.domain.OrderCommand.PayOrder;
import dev.cobnut.orders.domain.OrderCommand.PlaceOrder;
import dev.cobnut.orders.domain.OrderCommand.ShipOrder;
import dev.cobnut.orders.domain.OrderLine;
import dev.cobnut.orders.domain.ShippingAddress;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OrderFingerprintTest {

    private static final UUID ID = UUID.fromString("019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a55");
    private static final UUID OTHER = UUID.fromString("019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a56");

    @Test
    void itsFormNeverChangesBecauseItIsStored() {
        assertThat(OrderFingerprint.of(null, place(ID, null)))
                .isEqualTo("2ff58e25e8627bd2489d60bb8302df128684ecccf4173ed4d800a61ef5ab8df2");
        assertThat(OrderFingerprint.of(ID, new PayOrder(new BigDecimal("12.50"), "pay-1")))
                .isEqualTo("c105138c0a444f9f8db2eff59ceebe555bc5f6851e9f35956de0c2e7ebcfe2d7");
    }

    @Test
    void theIdThatWeChoseForANewOrderIsNoPartOfIt() {
        assertThat(OrderFingerprint.of(null, place(OTHER, null)))
                .isEqualTo(OrderFingerprint.of(null, place(ID, null)));
    }

    @Test
    void differentCommandsDiffer() {
        assertDifferent(new ConfirmOrder(), new DeliverOrder());
        assertDifferent(new ShipOrder("ab", "c"), new ShipOrder("a", "bc"));
        assertDifferent(new CancelOrder("1"), new CancelOrder("2"));
        assertDifferent(place(ID, null), place(ID, "-"));
        assertThat(OrderFingerprint.of(ID, new ConfirmOrder()))
                .isNotEqualTo(OrderFingerprint.of(OTHER, new ConfirmOrder()));
    }

    @Test
    void anAmountIsTheSameHoweverItIsWritten() {
        assertThat(OrderFingerprint.of(ID, new PayOrder(new BigDecimal("100"), "pay-1")))
                .isEqualTo(OrderFingerprint.of(ID, new PayOrder(new BigDecimal("1.0e2"), "pay-1")));
    }

    /// An earlier version wrote the price with the decimals of the order's currency. It recorded
    /// this fingerprint for an order in EUR, and a repetition is still recognised.
    @Test
    void aPriceOfAChangedLineIsTheSameHoweverItIsWritten() {
        String recorded = "1624ec57cc09df676201de987485799e81b5c7ad8130e2831b341db571648aa7";
        for (String price : new String[] {"12.50", "12.5", "12.500"}) {
            assertThat(OrderFingerprint.of(ID, change(null, price))).isEqualTo(recorded);
        }
        assertThat(OrderFingerprint.of(ID, change(null, "100")))
                .isEqualTo(OrderFingerprint.of(ID, change(null, "100.0000")));
        assertDifferent(change(null, "12.5"), change(null, "12.51"));
        assertDifferent(change(null, "12.5"), change(Currency.getInstance("EUR"), "12.5"));
    }

    private static ChangeLines change(@Nullable Currency currency, String price) {
        return new ChangeLines(currency, List.of(new OrderLine("nut", 2, new BigDecimal(price))));
    }

    private static void assertDifferent(OrderCommand one, OrderCommand other) {
        assertThat(OrderFingerprint.of(ID, one)).isNotEqualTo(OrderFingerprint.of(ID, other));
    }

    private static PlaceOrder place(UUID id, @Nullable String line2) {
        return new PlaceOrder(
                id,
                "ada",
                Currency.getInstance("EUR"),
                List.of(new OrderLine("nut", 2, new BigDecimal("12.50"))),
                new ShippingAddress("Ada", "1 Nut Street", line2, "Kent", "TN1", "GB"));
    }
}
