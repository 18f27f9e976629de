#!/usr/bin/env bash
# Fetches a release of jvmlint for this machine, holds it against the release's
# checksums, and puts the program into a folder:
#
#   bash install.sh VERSION FOLDER        # VERSION as 0.1.0, or latest
#
# JVMLINT_RELEASES names another place of releases, as a mirror.
set -euo pipefail

version=${1:?a version, or latest} folder=${2:?a folder}
releases=${JVMLINT_RELEASES:-https://github.com/jvmlint/jvmlint/releases}

case $(uname -s) in
  Linux) os=linux ;;
  Darwin) os=darwin ;;
  *) echo "install.sh: no release for $(uname -s); go install does it" >&2; exit 1 ;;
esac
case $(uname -m) in
  x86_64 | amd64) arch=amd64 ;;
  aarch64 | arm64) arch=arm64 ;;
  *) echo "install.sh: no release for $(uname -m); go install does it" >&2; exit 1 ;;
esac

fetch() { curl --fail --silent --show-error --location --output "$2" "$1"; }

if [ "$version" = latest ]; then
  # the newest release is where its page leads to: .../tag/v0.1.0
  page=$(curl --fail --silent --show-error --head --location --output /dev/null --write-out '%{url_effective}' "$releases/latest")
  case $page in
    */tag/*) version=${page##*/} ;;
    *) echo "install.sh: there is no newest release at $releases" >&2; exit 1 ;;
  esac
fi
version=${version#v}
archive=jvmlint_${version}_${os}_${arch}.tar.gz

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fetch "$releases/download/v$version/checksums.txt" "$work/checksums.txt"
fetch "$releases/download/v$version/$archive" "$work/$archive"
(
  cd "$work"
  grep "  $archive\$" checksums.txt >wanted || { echo "install.sh: checksums.txt does not name $archive" >&2; exit 1; }
  if command -v sha256sum >/dev/null; then sha256sum --check --quiet wanted; else shasum -a 256 --check --quiet wanted; fi
  tar -xzf "$archive" jvmlint
)
mkdir -p "$folder"
install -m 755 "$work/jvmlint" "$folder/jvmlint"
"$folder/jvmlint" version
