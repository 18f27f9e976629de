#!/usr/bin/env bash
# Prints the path of a Chromium for the tests of the HTML output. Where there
# is none, and Debian's packages can be installed, it installs one.
set -euo pipefail
. "$(dirname "$0")/retry.sh"
find_one() {
  for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" && return 0
  done
  return 1
}
find_one && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  { retry "Debian's lists of packages" apt-get update -qq && retry Chromium env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium-headless-shell fonts-dejavu-core; } >&2 || true
  find_one && exit 0
fi
echo "there is no Chromium on the path, and none could be installed: the tests of pages will skip" >&2
