package dev.cobnut.web.security;

import dev.cobnut.framework.autoconfigure.settings.SettingsException;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;

/// Makes the filter of who may call, for the port of the API and for that of the actuator. Both
/// share what is known about tokens.
public final class Access {

    private static final String DECODER =
            "org.springframework.security.oauth2.jwt.NimbusJwtDecoder";

    /// After the filters that count and time requests, before anything reads a body.
    private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 8;

    private final @Nullable Credentials credentials;
    private final @Nullable RateLimits limits;
    private final AccessRules rules;

    /// @throws SettingsException when the settings name what there is not
    Access(SecuritySettings settings, AccessRules rules) {
        this.rules = rules;
        this.credentials =
                switch (settings.mode()) {
                    case NONE -> null;
                    case API_KEY -> new ApiKeys(settings.keys(), rules);
                    case JWT -> tokens(Objects.requireNonNull(settings.jwt(), "is checked"), rules);
                };
        var rateLimit = settings.rateLimit();
        this.limits = rateLimit == null ? null : new RateLimits(rateLimit, System::nanoTime);
    }

    private static Credentials tokens(SecuritySettings.Jwt settings, AccessRules rules) {
        if (!ClassUtils.isPresent(DECODER, null)) {
            throw new SettingsException(
                    "cobnut.security.mode=jwt needs org.springframework.security:spring-security-oauth2-jose on the class path.");
        }
        var clock = InstantSource.system();
        return new JwtTokens(
                IssuerKeys.decoder(settings, clock),
                settings.customerClaim(),
                rules.admin(),
                clock);
    }

    /// True when callers are asked who they are.
    public boolean asksForCredentials() {
        return credentials != null;
    }

    /// The filter; it is not registered when it has nothing to do.
    ///
    /// @param actuator base path of the actuator
    /// @param ownPort true when everything on this port belongs to the actuator
    public FilterRegistrationBean<?> filter(String actuator, boolean ownPort) {
        var registration =
                new FilterRegistrationBean<>(
                        new AccessFilter(credentials, limits, rules, actuator, ownPort));
        registration.setName("access");
        registration.setOrder(ORDER);
        registration.setEnabled(credentials != null || (limits != null && !ownPort));
        return registration;
    }
}
