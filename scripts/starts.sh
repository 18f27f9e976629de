#!/usr/bin/env bash
# Fetches start scripts of vendors into DIR, with which models of them are compared: as they stand in archives of
# Maven Central and at commits of public repositories. Nothing of them is part of this repository. What is there
# already is kept; each file must have its SHA-256. What cannot be reached is left out, and its tests fail. It
# needs Maven, unzip, curl and javac.
#
# usage: scripts/starts.sh DIR && JVMLINT_STARTS=DIR go test ./internal/start -run Vendors
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/retry.sh
dir=$(mkdir -p "${1:?usage: scripts/starts.sh DIR}" && cd "$1" && pwd)
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

# archive brings one of Maven Central.
archive() { # archive GROUP:ARTIFACT:VERSION:TYPE
  local maven=org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy
  # -U: Maven remembers what failed, and would not ask again
  (cd "$temporary" && retry "$1" mvn --quiet --batch-mode -U -Dstyle.color=never "$maven" -Dartifact="$1" \
    -DoutputDirectory="$temporary" >&2 </dev/null)
}

# sound succeeds where a file is what it should be.
sound() { # sound FILE SUM
  [ "$(sha256sum <"$1" | cut -d' ' -f1)" = "$2" ]
}

missing=0 unreached=''
while read -r sum file source path; do
  [ -n "$sum" ] || continue
  [ -f "$dir/$file" ] && sound "$dir/$file" "$sum" && continue
  mkdir -p "$dir/$(dirname "$file")"
  got=$temporary/got
  if [[ $source = *:zip ]]; then
    name=${source#*:} name=${name%:zip} name=${name/:/-}.zip from=$source
    [[ $unreached != *" $from "* ]] || { missing=1; continue; }
    [ -s "$temporary/$name" ] || archive "$source" || { missing=1 unreached+=" $from "; continue; }
    unzip -p "$temporary/$name" "$path" >"$got"
  else
    from=https://raw.githubusercontent.com
    [[ $unreached != *" $from "* ]] || { missing=1; continue; }
    retry "$file" curl -fsSL --connect-timeout 10 --max-time 60 -o "$got" "$from/$source/$path" ||
      { missing=1 unreached+=" $from "; continue; }
  fi
  sound "$got" "$sum" || { echo "starts: $file has another sum than $sum" >&2; exit 1; }
  mv "$got" "$dir/$file"
done <scripts/starts.txt
# where Java programs of vendors look for files of their own
mkdir -p "$dir"/elasticsearch/{logs,plugins} "$dir"/opensearch/logs
if [ -f "$dir/logstash/src/JavaVersion.java" ]; then
  javac -d "$dir/logstash/lib" "$dir"/logstash/src/*.java
fi
[ $missing = 0 ] || echo "some start scripts are missing: their tests fail" >&2
