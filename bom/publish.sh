# shellcheck shell=bash
# The artifacts that others depend on: ./cobnut install and ./cobnut release. Sourced by ./cobnut.

# Folders of the modules; cobnut itself is their parent.
readonly published_modules=(bom runtime framework test-kit web sink-http sink-kafka starter starter-postgresql)
readonly publish_flags=(-B -q -Prelease -Dmaven.test.skip=true -Dspotless.check.skip=true)

published_list() {
  local IFS=,
  printf '.,%s\n' "${published_modules[*]}"
}

project_version() {
  sed -n 's:^  <version>\(.*\)</version>:\1:p' "$root/pom.xml" | head -n 1
}

install_artifacts() {
  (($# == 0)) || fail 2 "install takes no argument, and was given '$1'."
  find_jdk
  find_maven
  printf 'Building the artifacts with their sources and Javadoc ...\n' >&2
  (cd "$root" && mvn "${publish_flags[@]}" -pl "$(published_list)" install >&2)
  printf 'Version %s is in the local Maven repository. A service adds:\n\n' "$(project_version)"
  printf '<dependency><groupId>dev.cobnut</groupId><artifactId>cobnut-spring-boot-starter</artifactId><version>%s</version></dependency>\n' \
    "$(project_version)"
}

# Copies the sources of the artifacts as they are, in another version: version, copy.
copy_sources() {
  local version=$1 copy=$2 snapshot module modules
  snapshot=$(project_version)
  rm -rf "$copy"
  mkdir -p "$copy"
  (cd "$root" && git ls-files -z --cached --others --exclude-standard -- \
    pom.xml LICENSE .mvn "${published_modules[@]}" | tar --null -cf - -T -) | tar -xf - -C "$copy"
  # A release has no modules but those that are published.
  modules=$(for module in "${published_modules[@]}"; do printf '    <module>%s</module>\\n' "$module"; done)
  sed -i -e '/<module>/d' -e "s:^  <modules>:  <modules>\\n${modules%\\n}:" "$copy/pom.xml"
  find "$copy" -name pom.xml -exec sed -i "s:<version>$snapshot</version>:<version>$version</version>:" {} +
}

# Builds a copy, and deploys it to a folder: copy, staging.
stage() {
  local copy=$1 staging=$2
  rm -rf "$staging"
  mkdir -p "$staging"
  (cd "$copy" && mvn "${publish_flags[@]}" -DaltDeploymentRepository="staging::file://$staging" deploy >&2)
  # Maven Central writes them itself.
  find "$staging" -name 'maven-metadata*' -delete
}

# Every file has its checksums, and every jar its sources and its Javadoc; prints what is missing.
missing_in() {
  local staging=$1 file
  while IFS= read -r file; do
    [[ -f $file.md5 && -f $file.sha1 ]] || printf '%s has no checksum\n' "$file"
  done < <(find "$staging" -type f \( -name '*.jar' -o -name '*.pom' \))
  while IFS= read -r file; do
    [[ -f ${file%.jar}-sources.jar ]] || printf '%s has no sources\n' "$file"
    [[ -f ${file%.jar}-javadoc.jar ]] || printf '%s has no Javadoc\n' "$file"
  done < <(find "$staging" -type f -name '*.jar' ! -name '*-sources.jar' ! -name '*-javadoc.jar' ! -name '*-tests.jar')
}

release() {
  local dry=no twice=no key='' version staging=$root/target/staging work=$root/target/release file missing different
  version=$(project_version)
  version=${version%-SNAPSHOT}
  while (($#)); do
    case $1 in
      --dry-run) dry=yes ;;
      --twice) twice=yes ;;
      --version | --key)
        (($# > 1)) || fail 2 "$1 needs a value."
        if [[ $1 == --version ]]; then version=$2; else key=$2; fi
        shift
        ;;
      --version=*) version=${1#*=} ;;
      --key=*) key=${1#*=} ;;
      *) fail 2 "release has --dry-run, --twice, --version VERSION and --key ID, and was given '$1'." ;;
    esac
    shift
  done
  [[ $dry == yes ]] || fail 2 "release needs --dry-run: it stages what would be uploaded, and uploads nothing."
  [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[A-Za-z0-9.]+)?$ && $version != *-SNAPSHOT ]] ||
    fail 2 "--version is like 1.2.3 or 1.2.3-rc.1 and no snapshot, not '$version'."
  find_jdk
  find_maven
  command -v git >/dev/null || fail 1 "git was not found: a release is made of the files that git knows or does not ignore."
  printf 'Building version %s ...\n' "$version" >&2
  copy_sources "$version" "$work/source"
  [[ $twice == no ]] || copy_sources "$version" "$work/once/more"
  stage "$work/source" "$staging"
  if [[ $twice == yes ]]; then
    printf 'Building it again in another folder ...\n' >&2
    stage "$work/once/more" "$work/staging"
    if ! different=$(diff -rq "$staging" "$work/staging"); then
      fail 1 "two builds differ: $different"
    fi
    printf 'Two builds in two folders are equal, byte by byte: %s files.\n' "$(find "$staging" -type f | wc -l)"
  fi
  missing=$(missing_in "$staging")
  [[ -z $missing ]] || fail 1 "the staging is incomplete: $missing"
  if [[ -n $key ]]; then
    command -v gpg >/dev/null || fail 1 "gpg was not found, and --key $key needs it."
    while IFS= read -r file; do
      gpg --batch --yes --local-user "$key" --armor --detach-sign "$file" || fail 1 "gpg did not sign $file."
    done < <(find "$staging" -type f \( -name '*.jar' -o -name '*.pom' \))
  fi
  (cd "$staging" && find . -type f \( -name '*.jar' -o -name '*.pom' \) | sort | sed 's:^\./:  :')
  printf 'Staged in %s, in the layout of Maven Central, with checksums.\n' "${staging#"$root"/}"
  if [[ -n $key ]]; then
    printf 'Signed with %s.\n' "$key"
  else
    printf 'Not signed, and Maven Central takes nothing without signatures: give --key ID of a key that gpg has.\n'
  fi
}
