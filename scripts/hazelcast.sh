#!/usr/bin/env bash
# Fetches jars of Hazelcast from Maven Central into DIR, for the tests that hold
# verdicts against the real parser, and, with "tables", one of each release that
# has another schema, for scripts/hazelcasttables. What is there already is kept.
#
# usage: scripts/hazelcast.sh DIR [tables | VERSION ...] && JVMLINT_HAZELCAST=DIR go test ./...
set -euo pipefail

if [ $# -lt 1 ]; then
  echo "usage: $0 DIR [tables | VERSION ...]" >&2
  exit 2
fi
mkdir -p "$1"
dir=$(cd "$1" && pwd)
shift

central=https://repo1.maven.org/maven2/com/hazelcast/hazelcast
if [ $# -eq 0 ]; then
  set -- 5.3.1 5.7.0
elif [ "$1" = tables ]; then
  set -- 5.0 5.0.1 5.0.3 5.1 5.2.0 5.3.0 5.4.0 5.5.0 5.6.0 5.7.0
fi

for version in "$@"; do
  jar=hazelcast-$version.jar
  [ -f "$dir/$jar" ] && continue
  curl --fail --silent --show-error --location --output "$dir/.$jar" "$central/$version/$jar"
  echo "$(curl --fail --silent --show-error --location "$central/$version/$jar.sha1")  $dir/.$jar" | sha1sum --check --quiet
  mv "$dir/.$jar" "$dir/$jar"
done
newest=$(curl --fail --silent --location "$central/maven-metadata.xml" | sed -n 's:.*<version>\(5\.[0-9.]*\)</version>.*:\1:p' | sort -V | tail -1 || true)
for version in "$@"; do printf 'hazelcast %s\n' "$version"; done
[ -z "$newest" ] || echo "newest 5.x on Maven Central: $newest"
