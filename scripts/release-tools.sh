#!/usr/bin/env bash
# Builds the programs that make a release into a folder below DIR, unless they
# are there, and prints it: scripts/release-tools.sh DIR. They are built from
# source because that is what Go's checksum database vouches for.
set -euo pipefail
goreleaser=v2.15.1 syft=v1.38.0
bin=$(mkdir -p "${1:?usage: scripts/release-tools.sh DIR}" && cd "$1" && pwd)/goreleaser-$goreleaser-syft-$syft
[ -x "$bin/goreleaser" ] || GOBIN=$bin go install "github.com/goreleaser/goreleaser/v2@$goreleaser"
[ -x "$bin/syft" ] || GOBIN=$bin go install "github.com/anchore/syft/cmd/syft@$syft"
echo "$bin"
