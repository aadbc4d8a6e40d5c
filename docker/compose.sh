# ./cobnut up, down and load --compose; sourced by ./cobnut.

readonly engine_min=25 compose_min=2.24
readonly secrets=$root/docker/secrets

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
  build 'the load generator' "$root/load-tests/target/classpath" framework order-service load-tests
  stage_generator
  step 'Building the image cobnut-load' "$root/target/compose/build-load.log" compose --profile load build load
}

# An image that is not built here: there already, or pulled.
image_is_there() {
  docker image inspect "$1" >/dev/null 2>&1 || docker pull -q "$1" >/dev/null 2>&1
}

up() {
  local profile profiles=' ' services=(cobnut) says=()
  for profile in "$@"; do
    case $profile in
      observability | load | profile) profiles+="$profile " ;;
      *) fail 2 "up knows the profiles observability, load and profile, not '$profile'." ;;
    esac
  done
  need_docker
  find_jdk
  build 'the order service' "$(service_jar)" framework order-service
  export COBNUT_CPUS=${COBNUT_CPUS:-$(processors)}
  says=("API         http://127.0.0.1:${COBNUT_PORT:-8080}/orders, its documentation at /docs, metrics at /actuator/prometheus")
  if [[ $profiles == *' profile '* ]]; then
    services=(cobnut-profiled)
    says=("API         http://127.0.0.1:${COBNUT_PROFILE_PORT:-8082}/orders"
      "profiler    ./cobnut profile --target http://127.0.0.1:${COBNUT_PROFILE_PORT:-8082} --seconds 60")
    need_port cobnut-profiled "${COBNUT_PROFILE_PORT:-8082}" COBNUT_PROFILE_PORT
  else
    need_port cobnut "${COBNUT_PORT:-8080}" COBNUT_PORT
  fi
  step 'Building the image cobnut-orders' "$root/target/compose/build.log" compose build cobnut
  if [[ $profiles == *' observability '* ]]; then
    observability
  fi
  step "Starting ${services[*]}" "$root/target/compose/up.log" started "${services[@]}"
  printf '%s\n' "${says[@]}" 'stop        ./cobnut down (the data stays; ./cobnut down --volumes removes it)'
  if [[ $profiles == *' load '* ]]; then
    load_compose
  fi
}

# Adds Prometheus and Grafana to the services of `up`.
observability() {
  local image
  need_port prometheus "${COBNUT_PROMETHEUS_PORT:-9090}" COBNUT_PROMETHEUS_PORT
  make_secrets grafana-admin
  services+=(prometheus)
  says+=("Prometheus  http://127.0.0.1:${COBNUT_PROMETHEUS_PORT:-9090}, alerts at /alerts")
  image=$(compose --profile observability config --images grafana | head -n 1)
  if image_is_there "$image"; then
    need_port grafana "${COBNUT_GRAFANA_PORT:-3000}" COBNUT_GRAFANA_PORT
    services+=(grafana)
    says+=("Grafana     http://127.0.0.1:${COBNUT_GRAFANA_PORT:-3000}, user admin, password in docker/secrets/grafana-admin")
  else
    says+=("Grafana     not started: its image $image can neither be found nor pulled; the dashboards are in docker/grafana/dashboards")
  fi
}

running() { [[ -n $(compose --profile '*' ps -q --status running "$1" 2>/dev/null) ]]; }

# Starts services and waits until they are healthy; says what those that are not wrote.
started() {
  local service
  compose up -d --no-build --wait --wait-timeout 180 "$@" && return
  compose ps -a "$@"
  for service in "$@"; do
    compose logs --no-color --tail 15 "$service"
  done
  return 1
}

down() {
  local flags=()
  while (($#)); do
    case $1 in
      --volumes) flags+=(--volumes) ;;
      *) fail 2 "down knows --volumes, not '$1'." ;;
    esac
    shift
  done
  need_docker
  compose --profile '*' down --remove-orphans ${flags[@]+"${flags[@]}"}
}

# A load session in containers: the node is started when it does not run; arguments are those of `load`.
load_compose() {
  local argument name results=$root/target/load user target=(--target http://cobnut:8080)
  for argument in "$@"; do
    [[ $argument != --target* && $argument != --out* ]] ||
      fail 2 "with --compose the target and the folder are known: leave ${argument%%=*} away."
  done
  need_docker
  find_jdk
  if running cobnut-profiled; then
    target=(--target http://cobnut-profiled:8080)
  elif ! running cobnut; then
    up
  fi
  build_generator
  name=compose-$(date +%Y%m%d-%H%M%S)
  mkdir -p "$results"
  # The generator's user must be able to write there: the caller, or its own when the caller is root.
  user=$(id -u):$(id -g)
  if [[ $user == 0:* ]]; then
    user=10001:10001
    mkdir -p "$results/$name" && chown "$user" "$results/$name"
  fi
  COBNUT_USER=$user COBNUT_RESULTS=$results COBNUT_CPUS=${COBNUT_CPUS:-$(processors)} \
    compose --profile load run --rm --no-deps -T load \
    load "${target[@]}" --allow-remote --out "/results/$name" "$@" || return
  printf 'results: %s\n' "target/load/$name"
}
