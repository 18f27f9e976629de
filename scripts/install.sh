#!/usr/bin/env bash
# Fetches a release of jvmlint for this machine, verifies it, and puts the
# program into a folder:
#
#   bash install.sh VERSION FOLDER        # VERSION as 0.1.0, or latest
#
# The archive has to have the checksum that the release lists. Where there is
# cosign (3 or later), the list has to have the signature of the workflow that
# made the release. JVMLINT_VERIFY=signature demands cosign, and
# JVMLINT_VERIFY=checksum does without it.
# JVMLINT_RELEASES names another place of releases, as a mirror.
set -euo pipefail

version=${1:?a version, or latest} folder=${2:?a folder}
repository=https://github.com/jvmlint/jvmlint
releases=${JVMLINT_RELEASES:-$repository/releases}

fail() { echo "install.sh: $*" >&2; exit 1; }

case ${JVMLINT_VERIFY:=auto} in
  auto) if command -v cosign >/dev/null; then JVMLINT_VERIFY=signature; fi ;;
  signature) command -v cosign >/dev/null || fail "there is no cosign, and JVMLINT_VERIFY demands a signature" ;;
  checksum) ;;
  *) fail "JVMLINT_VERIFY is $JVMLINT_VERIFY; it can be auto, signature or checksum" ;;
esac
case $(uname -s) in
  Linux) os=linux ;;
  Darwin) os=darwin ;;
  *) fail "no release for $(uname -s); go install does it" ;;
esac
case $(uname -m) in
  x86_64 | amd64) arch=amd64 ;;
  aarch64 | arm64) arch=arm64 ;;
  *) fail "no release for $(uname -m); go install does it" ;;
esac

fetch() { curl --fail --silent --show-error --location --output "$2" "$1"; }

if [ "$version" = latest ]; then
  # the newest release is where its page leads to: .../tag/v0.1.0
  page=$(curl --fail --silent --show-error --head --location --output /dev/null --write-out '%{url_effective}' "$releases/latest")
  case $page in
    */tag/*) version=${page##*/} ;;
    *) fail "there is no newest release at $releases" ;;
  esac
fi
version=${version#v}
from=$releases/download/v$version
archive=jvmlint_${version}_${os}_${arch}.tar.gz

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fetch "$from/checksums.txt" "$work/checksums.txt"
if [ "$JVMLINT_VERIFY" = signature ]; then
  # The name of the tag is signed too: no older release passes for this one.
  signer=$repository/.github/workflows/release.yml@refs/tags/v$version
  fetch "$from/checksums.txt.sigstore.json" "$work/bundle" || fail "v$version has no signature at $releases"
  cosign verify-blob --bundle "$work/bundle" --certificate-identity "$signer" \
    --certificate-oidc-issuer https://token.actions.githubusercontent.com "$work/checksums.txt" >"$work/said" 2>&1 ||
    fail "checksums.txt is not signed by $signer: $(cat "$work/said")"
  echo "install.sh: signed by $signer" >&2
else
  echo "install.sh: the signature is not verified, only the checksum: that takes cosign" >&2
fi
fetch "$from/$archive" "$work/$archive"
(
  cd "$work"
  grep "  $archive\$" checksums.txt >wanted || fail "checksums.txt does not name $archive"
  if command -v sha256sum >/dev/null; then sha256sum --check --quiet wanted; else shasum -a 256 --check --quiet wanted; fi
  tar -xzf "$archive" jvmlint
)
mkdir -p "$folder"
install -m 755 "$work/jvmlint" "$folder/jvmlint"
"$folder/jvmlint" version
