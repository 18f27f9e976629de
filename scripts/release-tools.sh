#!/usr/bin/env bash
# Builds programs that make a release or try one, unless DIR has them, and prints the
# folder of each: scripts/release-tools.sh DIR goreleaser syft. They are built
# from source because that is what Go's checksum database vouches for.
set -euo pipefail
. "$(dirname "$0")/retry.sh"
dir=$(mkdir -p "${1:?usage: scripts/release-tools.sh DIR PROGRAM...}" && cd "$1" && pwd)
shift
for program in "$@"; do
  case $program in
    goreleaser) module=github.com/goreleaser/goreleaser/v2@v2.15.1 ;;
    syft) module=github.com/anchore/syft/cmd/syft@v1.38.0 ;;
    helm) module=helm.sh/helm/v3/cmd/helm@v3.20.1 ;;
    krew) module=sigs.k8s.io/krew/cmd/krew@v0.4.3 ;;
    *) echo "release-tools: $program is not known" >&2; exit 2 ;;
  esac
  bin=$dir/$program-${module#*@}
  [ -x "$bin/$program" ] || retry "$program" env GOBIN="$bin" go install "$module"
  echo "$bin"
done
