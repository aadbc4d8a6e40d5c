package dev.cobnut.orders.api;

import dev.cobnut.orders.domain.Money;
import dev.cobnut.orders.stats.OrderSum;
import dev.cobnut.orders.stats.StatsAnswer.Point;
import dev.cobnut.orders.stats.StatsAnswer.Product;
import dev.cobnut.orders.stats.StatsAnswer.Report;
import dev.cobnut.orders.stats.StatsQuery;
import dev.cobnut.web.answer.StreamedAnswer;
import dev.cobnut.web.json.BoundedJson;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Currency;
import tools.jackson.core.JsonGenerator;

/// Writes statistics as the body of an answer, point by point.
final class StatsJson {

    private static final int MINUTES_PER_HOUR = 60;
    private static final int MILLI_DECIMALS = 3;
    private static final double MEDIAN = 0.5;
    private static final double P95 = 0.95;

    private StatsJson() {}

    /// @param asOf the report has every event that was committed before
    static void send(StatsQuery query, Instant asOf, Report report, HttpServletResponse response)
            throws IOException {
        StreamedAnswer answer = new StreamedAnswer(response);
        byte[] head = BoundedJson.write(json -> writeHead(json, query, asOf, report));
        answer.write(Arrays.copyOf(head, head.length - 1)); // without the closing brace
        answer.write(",\"points\":[");
        String separator = "";
        for (Point point : report.points()) {
            answer.write(separator);
            answer.write(of(point));
            separator = ",";
        }
        answer.write("]}");
    }

    static byte[] of(Point point) {
        return BoundedJson.write(json -> {
            json.writeStartObject();
            json.writeStringProperty("at", point.at().toString());
            write(json, point.currency(), point.sum());
            json.writeEndObject();
        });
    }

    private static void writeHead(
            JsonGenerator json, StatsQuery query, Instant asOf, Report report) {
        json.writeStartObject();
        json.writeStringProperty("from", query.from().toString());
        json.writeStringProperty("to", query.to().toString());
        json.writeStringProperty(
                "step", query.stepMinutes() == MINUTES_PER_HOUR ? "hour" : "minute");
        json.writeStringProperty("asOf", asOf.toString());
        json.writeNumberProperty("position", report.position());
        json.writeStringProperty("since", report.since().toString());
        json.writeBooleanProperty(
                "complete", !query.from().isBefore(report.since()) && !query.to().isAfter(asOf));
        json.writeNumberProperty("unreadable", report.unreadable());
        json.writeArrayPropertyStart("totals");
        report.totals()
                .forEach((currency, sum) -> {
                    json.writeStartObject();
                    write(json, currency, sum);
                    json.writeEndObject();
                });
        json.writeEndArray();
        json.writeStringProperty("productsSince", report.productsSince().toString());
        json.writeArrayPropertyStart("products");
        for (Product product : report.products()) {
            json.writeStartObject();
            json.writeStringProperty("productId", product.productId());
            json.writeNumberProperty("pieces", product.pieces());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, Currency currency, OrderSum sum) {
        json.writeStringProperty("currency", currency.getCurrencyCode());
        json.writeNumberProperty("placed", sum.placed());
        json.writeNumberProperty("paid", sum.paid());
        json.writeNumberProperty("shipped", sum.shipped());
        json.writeNumberProperty("cancelled", sum.cancelled());
        write(json, "paidAmount", sum.paidAmount(), currency);
        write(json, "refundAmount", sum.refundAmount(), currency);
        write(json, "revenue", sum.revenue(), currency);
        if (sum.shipped() > 0) {
            json.writeObjectPropertyStart("placedToShippedSeconds");
            json.writeNumberProperty("p50", seconds(sum.placedToShippedMillis(MEDIAN)));
            json.writeNumberProperty("p95", seconds(sum.placedToShippedMillis(P95)));
            json.writeEndObject();
        }
    }

    private static BigDecimal seconds(long millis) {
        return BigDecimal.valueOf(millis, MILLI_DECIMALS);
    }

    private static void write(
            JsonGenerator json, String name, BigDecimal amount, Currency currency) {
        json.writeStringProperty(name, Money.exact(amount, currency).toPlainString());
    }
}
