package dev.cobnut.test.guide;

sealed interface VoucherCommand {

    record Issue(String holder, String currency, int cents) implements VoucherCommand {}

    record Redeem(int cents) implements VoucherCommand {}
}
