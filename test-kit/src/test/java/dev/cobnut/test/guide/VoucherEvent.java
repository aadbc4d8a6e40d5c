package dev.cobnut.test.guide;

import java.time.Instant;

sealed interface VoucherEvent {

    record VoucherIssued(String holder, String currency, int cents) implements VoucherEvent {}

    record VoucherRedeemed(int cents, Instant redeemedAt) implements VoucherEvent {}
}
