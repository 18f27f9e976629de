#!/usr/bin/env bash
# Draws docs/terminal.png: two findings of the example in the README, as a terminal shows
# them. It needs aha, which Debian and Homebrew have.
set -euo pipefail
cd "$(dirname "$0")/.."
chromium=$(bash scripts/chromium.sh)
page=$(mktemp --suffix .html)
trap 'rm -f "$page"' EXIT
command="jvmlint check --select g1-heap-waste-percent,hazelcast-heartbeat-vs-full-gc start.yaml"
go build -o "${page%.html}" ./cmd/jvmlint
{
  printf '$ %s\n\n' "$command"
  (cd testdata/field-report && script -qec "stty cols 96; ${command/jvmlint/"${page%.html}" --color always --no-env --no-config}" /dev/null || true)
} | tr -d '\r' | aha --black --title jvmlint | sed 's/<pre>/<pre style="margin:1em;width:96ch;white-space:pre-wrap;overflow-wrap:anywhere;font:14px\/1.35 monospace">/' > "$page"
rm "${page%.html}"
"$chromium" --no-sandbox --hide-scrollbars --force-device-scale-factor=1 --window-size=900,560 --screenshot=docs/terminal.png "file://$page"
