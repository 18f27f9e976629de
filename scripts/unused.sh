#!/usr/bin/env bash
# Fails on what nobody needs: built or large files in the repository, code that
# nothing runs, or tests alone, and parameters and results that never vary.
set -euo pipefail
cd "$(dirname "$0")/.."
bad=0
none() { # none WHAT FINDINGS: they must be empty
  [ -z "$2" ] && return
  printf '%s:\n%s\n' "$1" "$2" >&2
  bad=1
}

# serving tests of several packages, or lab, and so no _test.go files themselves
for_tests='^internal/(jvmflag|hotspot)/jvmtest/|^internal/report/figures/.* JSON$|^internal/cli/.* Command$'

large=$(git ls-files -z --cached --others --exclude-standard | xargs -0 sh -c 'find "$@" -prune -size +2048 2>/dev/null; :' sh)
none "over 1 MB" "$large"
none "built by go test" "$(git ls-files '*.test')"

deadcode() { go run golang.org/x/tools/cmd/deadcode@v0.51.0 "$@" ./...; }
dead=$(deadcode -test)
none "nothing runs" "$dead"
dead=$(deadcode)
none "only tests run" "$(grep -Ev "$for_tests" <<<"$dead" || true)"

none "unparam" "$(go run mvdan.cc/unparam@v0.0.0-20260823230713-2fa3d841b0c8 ./... 2>&1 | grep -v -e '^go: downloading' -e '^exit status 1$' || true)"
exit $bad
