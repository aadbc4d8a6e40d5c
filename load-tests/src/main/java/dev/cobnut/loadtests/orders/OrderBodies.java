package dev.cobnut.loadtests.orders;

import tools.jackson.databind.JsonNode;

/// Request bodies. Ids and names are written into JSON without escaping; they have only letters,
/// digits, `-` and `{n}`.
public final class OrderBodies {

    private OrderBodies() {}

    /// A placement of two lines, 45.48 EUR in total.
    ///
    /// @param recipient name in the shipping address
    public static String placement(String customerId, String recipient) {
        return """
        {"customerId":"%s","currency":"EUR","lines":[\
        {"productId":"hazel-500","quantity":2,"unitPrice":"17.99"},\
        {"productId":"walnut-250","quantity":1,"unitPrice":"9.50"}],\
        "shippingAddress":{"name":"%s","line1":"Nussweg 7","city":"Hamburg",\
        "postalCode":"20095","country":"DE"}}\
        """
                .formatted(customerId, recipient);
    }

    public static String lines(int quantity) {
        return """
        {"lines":[{"productId":"hazel-500","quantity":%d,"unitPrice":"17.99"}]}\
        """
                .formatted(quantity);
    }

    /// @param total the total of the order, a number or a string
    public static String payment(JsonNode total, String reference) {
        return "{\"amount\":%s,\"reference\":\"%s\"}".formatted(total, reference);
    }

    public static String shipment(String trackingNumber) {
        return "{\"carrier\":\"DHL\",\"trackingNumber\":\"%s\"}".formatted(trackingNumber);
    }

    public static String cancellation(String reason) {
        return "{\"reason\":\"%s\"}".formatted(reason);
    }

    public static String empty() {
        return "{}";
    }
}
