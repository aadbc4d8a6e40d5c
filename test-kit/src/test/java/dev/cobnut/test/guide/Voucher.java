package dev.cobnut.test.guide;

/// A voucher.
///
/// @param cents that are left
record Voucher(String holder, String currency, int cents) {}
