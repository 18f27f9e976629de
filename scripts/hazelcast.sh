#!/usr/bin/env bash
# Fetches jars of Hazelcast from Maven Central into DIR, for the tests that hold
# verdicts against the real parser, and, with "tables", one of each release that
# has another schema, for lab/hazelcasttables. What is there already is
# kept. It needs Maven.
#
# usage: scripts/hazelcast.sh DIR [tables | VERSION ...] && JVMLINT_HAZELCAST_JARS=DIR go test ./...
set -euo pipefail
. "$(dirname "$0")/retry.sh"

if [ $# -lt 1 ]; then
  echo "usage: $0 DIR [tables | VERSION ...]" >&2
  exit 2
fi
mkdir -p "$1"
dir=$(cd "$1" && pwd)
shift

if [ $# -eq 0 ]; then
  set -- 5.3.1 5.7.0
elif [ "$1" = tables ]; then
  set -- 3.12.13 4.0.6 4.1.10 4.2.8 5.0 5.0.1 5.0.3 5.1 5.2.0 5.3.0 5.4.0 5.5.0 5.6.0 5.7.0
fi

for version in "$@"; do
  if [ ! -f "$dir/hazelcast-$version.jar" ]; then
    # -U: Maven remembers what failed, and would not ask again
    (cd "$dir" && retry "hazelcast-$version.jar" mvn --quiet --batch-mode -U -Dstyle.color=never org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
      -Dartifact="com.hazelcast:hazelcast:$version" -DoutputDirectory="$dir")
  fi
  echo "hazelcast $version"
done
