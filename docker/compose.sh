# ./cobnut up, down, load --compose and session run --compose; sourced by ./cobnut.

readonly engine_min=25 compose_min=2.24
readonly secrets=$root/docker/secrets
# For one service or several together to become healthy, and how often one of them may end meanwhile.
readonly healthy_seconds_max=180 restarts_max=1
readonly members=(cobnut-1 cobnut-2 cobnut-3)

compose() { (cd "$root" && docker compose "$@"); }

# The lower of two versions.
lower() { printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1; }

need_docker() {
  local answer version
  command -v docker >/dev/null ||
    fail 1 "Docker was not found: install Docker Engine $engine_min or newer with Compose (https://docs.docker.com/engine/install), or use ./cobnut run, which needs none."
  if ! answer=$(docker version --format '{{.Server.Version}}' 2>&1); then
    fail 1 "no Docker engine answers: start it (and see that you may use it), then try again. Docker says: $(tail -n 1 <<<"$answer")"
  fi
  version=$(sed -n 's/^\([0-9][0-9.]*\).*/\1/p' <<<"$answer")
  [[ $(lower "$engine_min" "${version:-0}") == "$engine_min" ]] ||
    fail 1 "the Docker engine is $answer; $engine_min or newer is needed."
  version=$(docker compose version --short 2>/dev/null | sed 's/^v//') || version=''
  [[ -n $version ]] || fail 1 'Docker has no Compose plugin: install docker-compose-plugin (https://docs.docker.com/compose/install).'
  [[ $(lower "$compose_min" "$version") == "$compose_min" ]] ||
    fail 1 "Docker Compose is $version; $compose_min or newer is needed."
}

# Passwords that only this checkout knows; the folder is closed, the files are readable for the containers' users.
make_secrets() {
  local name
  (umask 077 && mkdir -p "$secrets")
  for name in "$@"; do
    if [[ ! -s $secrets/$name ]]; then
      od -An -N24 -tx1 /dev/urandom | tr -d ' \n' >"$secrets/$name"
      chmod 0444 "$secrets/$name"
    fi
  done
}

# Fails when another program has a port that a service publishes: service, port, variable.
need_port() {
  if running "$1"; then return; fi
  if (exec 3<>"/dev/tcp/127.0.0.1/$2") 2>/dev/null; then
    fail 1 "port $2 of 127.0.0.1, which $1 needs, is in use by another program: end it, or choose another port with $3, for example $3=$(($2 + 100)) ./cobnut up."
  fi
}

# Runs a step with its output in a file; shows the end of it when it fails: step, log, command...
step() {
  local what=$1 log=$2 begin=$SECONDS
  shift 2
  mkdir -p "$(dirname "$log")"
  printf '%s ... ' "$what" >&2
  if "$@" >"$log" 2>&1; then
    printf '%d s\n' "$((SECONDS - begin))" >&2
  else
    printf 'failed after %d s\n' "$((SECONDS - begin))" >&2
    tail -n 25 "$log" >&2
    fail 1 "$(tr '[:upper:]' '[:lower:]' <<<"${what:0:1}")${what:1} failed; the whole output is in ${log#"$root/"}."
  fi
}

# What the generator's image is made of: its classes and the jars that the build found.
stage_generator() {
  local stage=$root/load-tests/target/image jar jars=()
  if [[ $stage/lib -nt $root/load-tests/target/classpath ]]; then
    return
  fi
  rm -rf "$stage"
  mkdir -p "$stage/lib"
  IFS=: read -r -a jars <<<"$(cat "$root/load-tests/target/classpath")"
  for jar in "${jars[@]}"; do cp "$jar" "$stage/lib/"; done
  cp -R "$root/load-tests/target/classes" "$stage/classes"
  touch "$stage/lib"
}

processors() {
  local count
  count=$(getconf _NPROCESSORS_ONLN 2>/dev/null) || count=1
  printf '%s\n' "$((count < 2 ? count : 2))"
}

build_generator() {
  build 'the load generator' "$root/load-tests/target/classpath" runtime framework web order-service lab load-tests
  stage_generator
  step 'Building the image cobnut-load' "$root/target/compose/build-load.log" compose --profile load build load
}

# The image of a service; `config --images` would add those of what it depends on, in any order.
image_of() {
  compose --profile '*' config | awk -v service="  $1:" '
    $0 == service { inside = 1; next }
    /^  [^ ]/ { inside = 0 }
    inside && $1 == "image:" { print $2 }'
}

# An image that is not built here: there already, or pulled.
image_is_there() {
  docker image inspect "$1" >/dev/null 2>&1 || docker pull -q "$1" >/dev/null 2>&1
}

up() {
  local profile profiles=' ' kind=cobnut services=() says=() port=${COBNUT_PORT:-8080} begin=$SECONDS built first=no
  for profile in "$@"; do
    case $profile in
      cluster | observability | load | profile) profiles+="$profile " ;;
      --first-order) first=yes ;;
      *) fail 2 "up knows the profiles cluster, observability, load and profile, and --first-order, not '$profile'." ;;
    esac
  done
  [[ $profiles != *' cluster '*' profile '* && $profiles != *' profile '*' cluster '* ]] ||
    fail 2 'up takes one of cluster and profile.'
  need_docker
  find_jdk
  export COBNUT_CPUS=${COBNUT_CPUS:-$(processors)}
  if [[ $profiles == *' profile '* ]]; then
    kind=cobnut-profiled
    port=${COBNUT_PROFILE_PORT:-8082}
    alone "$kind"
    need_port "$kind" "$port" COBNUT_PROFILE_PORT
    says=("API         http://127.0.0.1:$port/orders"
      "profiler    ./cobnut profile --target http://127.0.0.1:$port --seconds 60")
  elif [[ $profiles == *' cluster '* ]]; then
    kind=cluster
    port=${COBNUT_CLUSTER_PORT:-8090}
    alone "$kind"
    cluster
  else
    alone "$kind"
    need_port "$kind" "$port" COBNUT_PORT
    says=("API         http://127.0.0.1:$port/orders, its documentation at /docs, metrics at /actuator/prometheus")
  fi
  build 'the order service' "$(service_jar)" runtime framework web order-service
  step 'Building the image cobnut-orders' "$root/target/compose/build.log" compose build cobnut
  built=$((SECONDS - begin))
  if [[ $profiles == *' observability '* ]]; then
    observability
  fi
  if [[ $kind == cluster ]]; then
    start_cluster
  else
    services=("$kind" ${services[@]+"${services[@]}"})
  fi
  ((${#services[@]} == 0)) || start "${services[@]}"
  printf '%s\n' "${says[@]}" 'stop        ./cobnut down (the data stays; ./cobnut down --volumes removes it)'
  printf 'ready       %d s after the command began, %d s of them building\n' "$((SECONDS - begin))" "$built"
  if [[ $first == yes ]]; then
    first_order "$port"
    printf 'first order accepted %d s after the command began, %d s of them building\n' "$((SECONDS - begin))" "$built"
  fi
  if [[ $profiles == *' load '* ]]; then
    load_compose
  fi
}

# One node, three, or one that is profiled: Prometheus and the load would find several at once.
alone() {
  local other
  for other in cobnut cobnut-profiled "${members[0]}"; do
    if [[ $other != "$1" && ! ($1 == cluster && $other == "${members[0]}") ]] && running "$other"; then
      fail 1 "$other runs already, and only one of node, cluster and profile may: ./cobnut down stops it, its data stays."
    fi
  done
}

# Three members instead of one node.
cluster() {
  local image secret
  for secret in postgres-admin journal journal-owner; do
    [[ -s $secrets/$secret ]] || [[ -z $(volumes postgres) ]] ||
      fail 1 "docker/secrets/$secret is gone, and the database that knows its password is there: bring the file back, or remove the data with ./cobnut down --volumes."
  done
  make_secrets postgres-admin journal journal-owner
  image=$(image_of balancer)
  if image_is_there "$image"; then
    need_port balancer "$port" COBNUT_CLUSTER_PORT
    services=(balancer)
    says=("API         http://127.0.0.1:$port/orders, at whichever node is ready")
  else
    says=("API         not published: the balancer's image $image can neither be found nor pulled; the nodes run")
  fi
  says+=('nodes       cobnut-1, cobnut-2, cobnut-3 over one PostgreSQL; a node by itself: docker compose exec cobnut-1 bash')
}

# Members that do not run together, for one alone sees no majority; those that run one after the other, so that clients
# notice nothing when they are replaced by what was built.
start_cluster() {
  local member absent=() present=()
  start postgres
  for member in "${members[@]}"; do
    if running "$member"; then present+=("$member"); else absent+=("$member"); fi
  done
  ((${#absent[@]} == 0)) || start "${absent[@]}"
  for member in ${present[@]+"${present[@]}"}; do start "$member"; done
}

start() { step "Starting $*" "$root/target/compose/up-$1.log" started "$@"; }

# Places an order of 9.50 EUR for the customer "first-order".
first_order() { # port
  local status answer
  local body='{"customerId":"first-order","currency":"EUR","lines":[{"productId":"walnut-250","quantity":1,"unitPrice":"9.50"}],"shippingAddress":{"name":"Ada","line1":"1 Nut Street","city":"Kent","postalCode":"TN1","country":"GB"}}'
  exec 3<>"/dev/tcp/127.0.0.1/$1" || fail 1 "no order could be placed: nobody answers at port $1 of 127.0.0.1."
  printf 'POST /orders HTTP/1.0\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nIdempotency-Key: first-%s-%s\r\nContent-Length: %d\r\n\r\n%s' \
    "$(date +%s)" "$$" "${#body}" "$body" >&3
  answer=$(tr -d '\r' <&3)
  exec 3>&-
  status=${answer#* }
  [[ ${status:0:3} == 201 ]] || fail 1 "the first order was not accepted: $(head -n 1 <<<"$answer"), $(tail -n 1 <<<"$answer")"
}

# Adds Prometheus, Grafana and Jaeger to the services of `up`.
observability() {
  local image
  need_port prometheus "${COBNUT_PROMETHEUS_PORT:-9090}" COBNUT_PROMETHEUS_PORT
  make_secrets grafana-admin
  services+=(prometheus)
  says+=("Prometheus  http://127.0.0.1:${COBNUT_PROMETHEUS_PORT:-9090}, alerts at /alerts")
  image=$(image_of grafana)
  if image_is_there "$image"; then
    need_port grafana "${COBNUT_GRAFANA_PORT:-3000}" COBNUT_GRAFANA_PORT
    services+=(grafana)
    says+=("Grafana     http://127.0.0.1:${COBNUT_GRAFANA_PORT:-3000}, user admin, password in docker/secrets/grafana-admin")
  else
    says+=("Grafana     not started: its image $image can neither be found nor pulled; the dashboards are in docker/grafana/dashboards")
  fi
  image=$(image_of jaeger)
  if image_is_there "$image"; then
    need_port jaeger "${COBNUT_JAEGER_PORT:-16686}" COBNUT_JAEGER_PORT
    services+=(jaeger)
    export COBNUT_TRACING=true
    says+=("Traces      http://127.0.0.1:${COBNUT_JAEGER_PORT:-16686}, of 1 % of the requests")
  else
    says+=("Traces      off: the image $image can neither be found nor pulled; docs/tracing.md has how to write them into a file")
  fi
}

running() { [[ -n $(compose --profile '*' ps -q --status running "$1" 2>/dev/null) ]]; }

# Starts services and waits until they are healthy; says what those that are not wrote.
started() {
  local service
  if compose up -d --no-build --no-deps "$@" && healthy "$@"; then return; fi
  compose ps -a "$@"
  for service in "$@"; do
    compose logs --no-color --tail 15 "$service"
  done
  return 1
}

# Waits until services are healthy; no longer when one ended for good, or ends again and again.
healthy() {
  local id ids=() before states deadline=$((SECONDS + healthy_seconds_max))
  while read -r id; do ids+=("$id"); done < <(compose --profile '*' ps -a -q "$@")
  before=$(restarts "${ids[@]}")
  while :; do
    states=$(docker inspect -f '{{.State.Status}} {{if .State.Health}}{{.State.Health.Status}}{{end}}' "${ids[@]}") || return
    if ! grep -qvx 'running healthy' <<<"$states"; then return; fi
    if grep -qE '^(exited|dead)' <<<"$states"; then return 1; fi
    if (($(restarts "${ids[@]}") - before > restarts_max)); then return 1; fi
    if ((SECONDS >= deadline)); then
      printf 'not healthy after %d s\n' "$healthy_seconds_max"
      return 1
    fi
    sleep 0.3
  done
}

# How often containers were started again because they had ended.
restarts() { docker inspect -f '{{.RestartCount}}' "$@" | awk '{ sum += $1 } END { print sum + 0 }'; }

# Names of the project's volumes: name in the compose file, or none for all of them.
volumes() {
  docker volume ls -q --filter "label=com.docker.compose.project=${COMPOSE_PROJECT_NAME:-cobnut}" \
    ${1:+--filter "label=com.docker.compose.volume=$1"}
}

down() {
  local flags=() kept
  while (($#)); do
    case $1 in
      --volumes) flags+=(--volumes) ;;
      *) fail 2 "down knows --volumes, not '$1'." ;;
    esac
    shift
  done
  need_docker
  compose --profile '*' down --remove-orphans ${flags[@]+"${flags[@]}"}
  kept=$(volumes | paste -sd ' ' -)
  [[ -z $kept ]] || printf 'kept        the data, in the volumes %s; ./cobnut down --volumes removes it\n' "$kept"
}

# A session in containers: an engine, and the image of the generator. The session itself builds those of the variants.
session_compose() {
  need_docker
  find_jdk
  export COBNUT_CPUS=${COBNUT_CPUS:-$(processors)}
  build_generator
}

# A load session in containers: the node is started when it does not run; arguments are those of `load`.
load_compose() {
  local argument name results=$root/target/load user mark=() target=(--target http://cobnut:8080)
  for argument in "$@"; do
    [[ $argument != --target* && $argument != --nodes* && $argument != --out* ]] ||
      fail 2 "with --compose the target and the folder are known: leave ${argument%%=*} away."
  done
  need_docker
  find_jdk
  if running cobnut-1; then
    target=(--target http://cobnut-1:8080 --nodes http://cobnut-1:8081,http://cobnut-2:8081,http://cobnut-3:8081)
    if running balancer; then target[1]=http://balancer:8080; fi
  elif running cobnut-profiled; then
    target=(--target http://cobnut-profiled:8080)
  elif ! running cobnut; then
    up
  fi
  build_generator
  if running prometheus; then mark=(-e COBNUT_PROMETHEUS=http://prometheus:9090); fi
  name=compose-$(date +%Y%m%d-%H%M%S)
  mkdir -p "$results"
  # The generator's user must be able to write there: the caller, or its own when the caller is root.
  user=$(id -u):$(id -g)
  if [[ $user == 0:* ]]; then
    user=10001:10001
    mkdir -p "$results/$name" && chown "$user" "$results/$name"
  fi
  COBNUT_USER=$user COBNUT_RESULTS=$results COBNUT_CPUS=${COBNUT_CPUS:-$(processors)} \
    compose --profile load run --rm --no-deps -T ${mark[@]+"${mark[@]}"} load \
    load "${target[@]}" --allow-remote --out "/results/$name" "$@" || return
  printf 'results: %s\n' "target/load/$name"
}
