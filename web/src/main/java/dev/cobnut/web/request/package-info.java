/// What comes with a request: its body, its headers, and whether there is room for it.
///
/// ```text
/// BodyAdmission     filter        the memory of all bodies
/// RequestAdmission  interceptor   headers, the body within a time, the number of requests
/// handler           Bodies.of, RequestHeaders, QueryParameters, Identity
/// ```
@NullMarked
package dev.cobnut.web.request;

import org.jspecify.annotations.NullMarked;
