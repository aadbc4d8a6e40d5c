/// Who may do what with orders: the caller of a request, its scopes, and whose orders it sees.
///
/// ```text
/// request ─▶ Caller.of ─▶ may(Scope)          what kind of operation
///                         sees(customer id)   whose orders
/// ```
///
/// Without authentication every caller may everything.
@NullMarked
package dev.cobnut.orders.access;

import org.jspecify.annotations.NullMarked;
