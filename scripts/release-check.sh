#!/usr/bin/env bash
# Looks whether a folder that goreleaser has filled holds a whole release, and
# installs it from there: scripts/release-check.sh DIR. A package is looked into
# where the program for its kind is at hand.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=$(cd "${1:?usage: scripts/release-check.sh DIR}" && pwd)

fail() { echo "release-check: $*" >&2; exit 1; }

shopt -s nullglob
for file in "$dir"/jvmlint_*.{tar.gz,zip,deb,rpm}; do
  case $file in
    *.tar.gz) listed=$(tar -tf "$file") ;;
    *.zip) listed=$(python3 -c 'import sys, zipfile; print(*zipfile.ZipFile(sys.argv[1]).namelist(), sep="\n")' "$file") ;;
    *.deb) listed=$(command -v dpkg-deb >/dev/null && dpkg-deb --fsys-tarfile "$file" | tar -t) || continue ;;
    *.rpm) listed=$(command -v rpm >/dev/null && rpm --query --list --package "$file") || continue ;;
  esac
  for name in 'jvmlint(\.exe)?' 'LICENSE|copyright' THIRD_PARTY_NOTICES 'jvmlint-check\.1(\.gz)?'; do
    grep -Eq "(^|/)($name)\$" <<<"$listed" || fail "$(basename "$file") has no $name"
  done
done

# scripts/install.sh takes it as from the page of releases.
version=$(sed -n 's/.*jvmlint_\(.*\)_linux_amd64\.tar\.gz$/\1/p' "$dir/checksums.txt")
mkdir -p "$dir/page/download"
ln -sfn "$dir" "$dir/page/download/v$version"
JVMLINT_VERIFY=checksum JVMLINT_RELEASES=file://$dir/page bash scripts/install.sh "$version" "$dir/installed"
"$dir/installed/jvmlint" check --exit-zero testdata/field-report/start.yaml | tail -1

go version -m "$dir/installed/jvmlint" | awk '$1 == "dep" {print $2, $3}' | while read -r module; do
  grep -qxF "$module" build/THIRD_PARTY_NOTICES || fail "THIRD_PARTY_NOTICES lacks $module"
done
