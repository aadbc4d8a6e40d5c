# How ./cobnut starts the order service: its jar beside its libraries, with a cache of loaded classes and of profiles
# for the compiler. A start with orders writes the cache after each build, as in the image (ADR 28).
# shellcheck shell=bash

readonly trained="$root/order-service/target/trained"
readonly training_orders=${training_orders:-300}

# Makes the cache unless it fits the jar, the flags and the JDK. A service without it starts more slowly, and that is all.
train() {
  local jar=$1
  if [[ $trained/jdk -nt $jar && $trained/jdk -nt $root/cobnut.jvmargs ]] && cmp -s "$trained/jdk" "$JAVA_HOME/release"; then
    return
  fi
  printf 'Starting the order service once, so that it starts faster from now on ...\n' >&2
  rm -rf "$trained"
  if ! "$JAVA_HOME/bin/java" -Djarmode=tools -jar "$jar" extract --destination "$trained" >&2 ||
    ! "$root/order-service/train" "$(trained_jar)" "$root/cobnut.jvmargs" "$training_orders" >/dev/null; then
    printf 'cobnut: there is no cache for a faster start; the service starts without it.\n' >&2
  fi
  mkdir -p "$trained"
  cp "$JAVA_HOME/release" "$trained/jdk" # after a failure, too: the next start does not try again
}

trained_jar() {
  printf '%s\n' "$trained"/cobnut-order-service-*-exec.jar
}

# Sets `launch` to the words that start the service; the arguments are further JVM flags. With flags that the cache does
# not fit, the JVM says so and goes on without it.
launch_words() {
  local jar
  jar=$(service_jar)
  train "$jar"
  launch=("$JAVA_HOME/bin/java" "@$root/cobnut.jvmargs")
  if [[ -s $trained/cobnut.aot ]]; then
    launch+=("-XX:AOTCache=$trained/cobnut.aot")
    jar=$(trained_jar)
  fi
  launch+=("$@" -jar "$jar")
}
