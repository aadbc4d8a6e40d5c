#!/usr/bin/env bash
# Measures the image cobnut-orders:local: start with and without the trained cache, by turns, and the journal's bytes per
# event. JSON to standard output, progress to standard error. Needs ./cobnut up once before (image, lab), and jq.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
readonly root image=${COBNUT_IMAGE:-cobnut-orders:local} rounds=${1:-5} orders_per_second=300 seconds=60
readonly name=cobnut-measure-$$ port=18099
work=$(mktemp -d)
trap 'docker rm -f "$name" >/dev/null 2>&1; docker volume rm "$name" >/dev/null 2>&1; rm -rf "$work"' EXIT

now() { date +%s%N; }
# User and system time of process 1, which is the JVM, in ticks of 10 ms.
cpu_micros() { docker exec "$name" bash -c 'read -r line </proc/1/stat; set -- ${line##*) }; echo $(((${12} + ${13}) * 10000))'; }

start() { # JVM options
  docker run -d --name "$name" --cpus 2 --memory 1g --read-only --tmpfs /tmp:exec --cap-drop ALL -v "$name:/data" \
    -p "127.0.0.1:$port:8080" -e SERVER_ADDRESS=0.0.0.0 -e COBNUT_HTTP_ALLOWUNAUTHENTICATEDREMOTE=true \
    -e COBNUT_JAVA_OPTS="$1" "$image" >/dev/null
  until docker exec "$name" /opt/cobnut/healthy 2>/dev/null; do sleep 0.05; done
}

load() { # rate, seconds, folder
  "${JAVA_HOME:+$JAVA_HOME/bin/}java" --enable-native-access=ALL-UNNAMED -Xmx384m "-Dcobnut.home=$root" \
    -cp "$root/load-tests/target/classes:$(cat "$root/load-tests/target/classpath")" dev.cobnut.loadtests.LoadTests load \
    --simulation place --target "http://127.0.0.1:$port" --rate "$1" --duration "${2}s" --warm-up 0s --out "$3" >&2
}

round() { # variant, JVM options, number
  local begin ready cpu after
  begin=$(now)
  start "$2"
  ready=$(($(now) - begin))
  cpu=$(cpu_micros)
  load 100 20 "$work/$1-$3"
  after=$(cpu_micros)
  docker rm -f "$name" >/dev/null
  docker volume rm "$name" >/dev/null
  jq -n --arg variant "$1" --argjson ready "$ready" --argjson cpu "$cpu" --argjson after "$after" \
    --slurpfile result "$work/$1-$3/result.json" \
    '{variant: $variant, startToReadySeconds: ($ready / 1e9), cpuSecondsToReady: ($cpu / 1e6),
      first20Seconds: {ordersPerSecond: 100, cpuSeconds: (($after - $cpu) / 1e6), latencyMs: $result[0].parts[0].load.latencyMs,
        errors: $result[0].parts[0].load.errors}, bystanders: $result[0].bystanders}'
}

for ((i = 1; i <= rounds; i++)); do
  printf 'round %d of %d\n' "$i" "$rounds" >&2
  round cache '' "$i" >>"$work/rounds"
  round 'no cache' -XX:AOTMode=off "$i" >>"$work/rounds"
done

printf 'journal: %d orders/s for %d s\n' "$orders_per_second" "$seconds" >&2
start ''
load "$orders_per_second" "$seconds" "$work/journal"
exec 3<>"/dev/tcp/127.0.0.1/$port"
printf 'GET /actuator/prometheus HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n' >&3
events=$(awk '$1 == "journal_events_total" { printf "%d", $2 }' <&3)
docker stop -t 75 "$name" >/dev/null # copies the log into the file
docker rm "$name" >/dev/null
bytes=$(docker run --rm -v "$name:/data" --entrypoint stat "$image" -c %s /data/journal.db)
jq -n --arg at "$(date -u +%FT%TZ)" --arg commit "$(git -C "$root" rev-parse HEAD)$([[ -z $(git -C "$root" status --porcelain) ]] || echo +)" \
  --argjson image "$(docker image inspect -f '{{.Size}}' "$image")" --argjson cores "$(nproc)" \
  --arg processor "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" --arg engine "$(docker version -f '{{.Server.Version}}')" \
  --argjson events "$events" --argjson bytes "$bytes" --slurpfile rounds "$work/rounds" '
  def median: sort | if length % 2 == 1 then .[length / 2 | floor] else (.[length / 2 - 1] + .[length / 2]) / 2 end;
  def of(variant): [$rounds[] | select(.variant == variant)] | {
    startToReadySeconds: (map(.startToReadySeconds) | median), cpuSecondsToReady: (map(.cpuSecondsToReady) | median),
    cpuSecondsOfFirst20: (map(.first20Seconds.cpuSeconds) | median), p99MsOfFirst20: (map(.first20Seconds.latencyMs.p99) | median)};
  {measured: "docker/measure.sh", at: $at, commit: $commit, machine: {cores: $cores, processor: $processor, docker: $engine},
   question: "What does the trained cache of the image save, and how many bytes does an event take in the journal?",
   imageBytes: $image, medians: {cache: of("cache"), "no cache": of("no cache")},
   journal: {events: $events, bytes: $bytes, bytesPerEvent: ($bytes / $events)}, rounds: $rounds}'
