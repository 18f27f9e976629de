#!/usr/bin/env bash
# Draws docs/report.png: the page of the example in the README, as a browser shows it.
set -euo pipefail
cd "$(dirname "$0")/.."
chromium=$(bash scripts/chromium.sh)
page=$(mktemp --suffix .html)
trap 'rm -f "$page"' EXIT
go run ./cmd/jvmlint check --no-env --no-config --quiet --format "html=$page" testdata/field-report/start.yaml || [ $? = 1 ]
"$chromium" --no-sandbox --hide-scrollbars --force-device-scale-factor=1 --window-size=900,760 --screenshot=docs/report.png "file://$page"
