package dev.cobnut.web.security;

import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.request.Identity;

/// Tells who a caller is by what it sent. Thread-safe.
interface Credentials {

    /// @param token what came behind `Bearer`
    /// @throws ProblemException 401 when it is not valid
    Identity identify(String token);

    /// True when a caller that acts for no customer needs the scope of administration. An API key
    /// without a customer was written so on purpose; a token may just lack the claim.
    boolean needsCustomer();
}
