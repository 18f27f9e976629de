#!/usr/bin/env bash
# Builds the playground into one page that needs no server: scripts/playground.sh OUT.html [VERSION]. It takes Go,
# Node.js 20.11 or later, npm and zstd; what npm installs is kept in .ci/cache/playground.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$1 version=${2:-}
kept=.ci/cache/playground
for program in node npm zstd; do
  command -v "$program" >/dev/null || { echo "there is no $program" >&2; exit 1; }
done
mkdir -p "$kept" "$(dirname "$out")"
. scripts/retry.sh
if ! cmp -s playground/package-lock.json "$kept/installed"; then
  cp playground/package.json playground/package-lock.json "$kept/"
  retry "the editor" npm ci --prefix "$kept" --no-audit --no-fund --silent
  cp playground/package-lock.json "$kept/installed"
fi
GOOS=js GOARCH=wasm go build -trimpath -ldflags="-s -w -X github.com/jvmlint/jvmlint/internal/cli.release=$version" \
  -o "$kept/jvmlint.wasm" ./cmd/playground
zstd --quiet --force --ultra -22 "$kept/jvmlint.wasm" -o "$kept/jvmlint.wasm.zst"
bash scripts/notices.sh "$kept/notices"
node playground/build.mjs "$kept/node_modules" "$kept/jvmlint.wasm.zst" "$(go env GOROOT)/lib/wasm/wasm_exec.js" \
  "$kept/notices" "$out"
printf '%s: %d bytes, of these %d of WASM\n' "$out" "$(wc -c <"$out")" "$(wc -c <"$kept/jvmlint.wasm.zst")"
