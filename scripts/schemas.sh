#!/usr/bin/env bash
# Fetches what outputs are held against in tests: scripts/schemas.sh DIR.
#   sarif.json   the schema of SARIF 2.1.0, from the npm package @microsoft/jest-sarif
#   junit.xsd    the one of Jenkins, from the Go module of kubeconform
#   gitlab.json  that of an entry of a code quality report, from GitLab's own sources
# What cannot be reached is left out, and its tests say that they skip.
set -euo pipefail
. "$(dirname "$0")/retry.sh"
dir=$(mkdir -p "${1:?usage: scripts/schemas.sh DIR}" && cd "$1" && pwd)
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

if [ ! -s "$dir/sarif.json" ]; then
  if (cd "$temporary" && retry sarif.json npm pack --silent @microsoft/jest-sarif@1.0.0-beta.0 >/dev/null && tar -xzf ./*.tgz package/lib/schemas/sarif-2.1.0-rtm.5.json); then
    mv "$temporary/package/lib/schemas/sarif-2.1.0-rtm.5.json" "$dir/sarif.json"
  else
    echo "sarif.json is missing: npm has no package" >&2
  fi
fi
if [ ! -s "$dir/junit.xsd" ]; then
  module=$(cd "$temporary" && retry junit.xsd go mod download -json github.com/yannh/kubeconform@v0.8.0 | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
  install -m 644 "$module/fixtures/junit.xsd" "$dir/junit.xsd"
fi
if [ ! -s "$dir/gitlab.json" ]; then
  retry gitlab.json curl -fsSL --connect-timeout 10 --max-time 60 -o "$temporary/gitlab.json" \
    https://gitlab.com/gitlab-org/gitlab/-/raw/master/app/validators/json_schemas/codeclimate.json &&
    mv "$temporary/gitlab.json" "$dir/gitlab.json" || echo "gitlab.json is missing: its tests skip" >&2
fi
