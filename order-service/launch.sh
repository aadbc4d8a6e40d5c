# How ./cobnut starts the order service: its jar beside its libraries, with a cache of loaded classes and of profiles
# for the compiler. A start with orders writes the cache after each build, as in the image (ADR 28).
# shellcheck shell=bash

readonly trained="$root/order-service/target/trained"
readonly training_orders=${training_orders:-300}

# What a cache fits: this jar, whose time of change may be that of its sources, these flags, this JDK.
fitting() { # jar
  cksum <"$1"
  cat "$root/cobnut.jvmargs" "$JAVA_HOME/release"
}

# Makes the cache unless there is one that fits. A service without it starts more slowly, and that is all.
train() { # jar
  local fits
  fits=$(fitting "$1")
  if [[ -f $trained/fits && $(<"$trained/fits") == "$fits" ]]; then
    return
  fi
  printf 'Starting the order service once, so that it starts faster from now on ...\n' >&2
  rm -rf "$trained"
  if ! "$JAVA_HOME/bin/java" -Djarmode=tools -jar "$1" extract --destination "$trained" >&2 ||
    ! "$root/order-service/train" "$(trained_jar)" "$root/cobnut.jvmargs" "$training_orders" >/dev/null; then
    printf 'cobnut: there is no cache for a faster start; the service starts without it.\n' >&2
  fi
  mkdir -p "$trained"
  printf '%s\n' "$fits" >"$trained/fits" # after a failure, too: the next start does not try again
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

# Sets `cache` to the JVM flag that names the cache to a program that starts the service itself.
cache_property() {
  train "$(service_jar)"
  if [[ -s $trained/cobnut.aot ]]; then
    cache=("-Dcobnut.service.cache=$trained/cobnut.aot")
  fi
}
