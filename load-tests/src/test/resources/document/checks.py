"""What every answer of the service must be, whatever the request was. Schemathesis calls it for each answer."""

import schemathesis
from schemathesis.specs.openapi.checks import negative_data_rejection

# Of HTTP itself and of the server; no document names them.
OF_THE_PROTOCOL = {
    "accept", "accept-patch", "allow", "connection", "content-length", "content-type", "date", "keep-alive",
    "transfer-encoding", "vary",
}


@schemathesis.check
def honest_answer(ctx, response, case):
    status = response.status_code
    headers = {name.lower(): values for name, values in response.headers.items()}
    if status >= 500 and not (status == 503 and "retry-after" in headers):
        raise AssertionError(f"{status} to {case.method} {case.path}")
    media_type = headers.get("content-type", [""])[0].split(";")[0]
    if status >= 400 and case.method.upper() != "HEAD" and media_type != "application/problem+json":
        raise AssertionError(f"{status} with '{media_type}', which is no problem")
    if "x-correlation-id" not in headers:
        raise AssertionError(f"{status} without a correlation id")


@schemathesis.check
def bad_data_is_refused(ctx, response, case):
    if case.path == "/orders/batch":
        return None  # the answer is 200, and each order in it is refused by itself
    return negative_data_rejection(ctx, response, case)


@schemathesis.check
def documented_headers(ctx, response, case):
    documented = case.operation.definition.raw.get("responses", {}).get(str(response.status_code))
    if documented is None:
        return  # another check is for statuses
    if "$ref" in documented:
        documented = resolved(case.operation.schema.raw_schema, documented["$ref"])
    known = OF_THE_PROTOCOL | {name.lower() for name in documented.get("headers", {})}
    unknown = {name.lower() for name in response.headers} - known
    if unknown:
        raise AssertionError(f"{response.status_code} with undocumented headers: {sorted(unknown)}")


def resolved(document, reference):
    found = document
    for part in reference.removeprefix("#/").split("/"):
        found = found[part]
    return found
