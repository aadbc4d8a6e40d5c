#!/usr/bin/env bash
# An image with the HAProxy that is installed on this machine, and what it needs of the system: for tests where the
# official image cannot be had. As there, it runs as user 99 and is started with the mounted configuration.
#
#   haproxy-image.sh NAME
set -euo pipefail
context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
for program in /usr/sbin/haproxy /bin/bash; do
  for file in "$program" $(ldd "$program" | grep -oE '/[^ ]+'); do
    mkdir -p "$context/root$(dirname "$file")"
    cp -L "$file" "$context/root$file"
  done
done
cat >"$context/Dockerfile" <<'DOCKERFILE'
FROM scratch
COPY root/ /
ENV PATH=/usr/sbin:/bin
USER 99:99
STOPSIGNAL SIGUSR1
CMD ["haproxy", "-W", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]
DOCKERFILE
docker build -q -t "$1" "$context"
