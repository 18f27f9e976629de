#!/usr/bin/env bash
# Fetches what tests are held against into DIR, and prints the variables that
# name it (docs/testing.md), each as NAME=value on a line: scripts/oracles.sh DIR.
# What is there already is kept. zizmor, which judges workflows, comes with it.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=$(mkdir -p "${1:?usage: scripts/oracles.sh DIR}" && cd "$1" && pwd)

# python makes an environment of Python with one package.
python() { # python NAME PACKAGE==VERSION
  [ "$(cat "$dir/$1/installed" 2>/dev/null)" = "$2" ] && return
  python3 -m venv --clear "$dir/$1"
  "$dir/$1/bin/pip" install --quiet "$2"
  echo "$2" >"$dir/$1/installed"
}
{
  bash scripts/jdks.sh "$dir/jdks"
  bash scripts/hazelcast.sh "$dir/hazelcast"
  bash scripts/schemas.sh "$dir/schemas"
  python pre-commit pre-commit==4.7.0
  python pygls pygls==2.1.1
  python zizmor zizmor==1.32.0
} >&2
cat <<END
JVMLINT_JDKS=$dir/jdks
JVMLINT_HAZELCAST_JARS=$dir/hazelcast
JVMLINT_SCHEMAS=$dir/schemas
JVMLINT_CHROMIUM=$(bash scripts/chromium.sh)
JVMLINT_PRECOMMIT=$dir/pre-commit/bin/pre-commit
JVMLINT_PYGLS=$dir/pygls/bin/python
JVMLINT_NVIM=$(command -v nvim || true)
END
