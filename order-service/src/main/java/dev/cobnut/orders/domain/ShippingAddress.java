package dev.cobnut.orders.domain;

import org.jspecify.annotations.Nullable;

/// The address of the parcel.
///
/// @param country a name or a code, as the shop writes it on the parcel
public record ShippingAddress(
        String name,
        String line1,
        @Nullable String line2,
        String city,
        String postalCode,
        String country) {}
