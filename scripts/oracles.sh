#!/usr/bin/env bash
# Fetches what tests are held against into DIR, and prints the variables that
# name it (docs/testing.md), each as NAME=value on a line. What is there already
# is kept, and what a variable of the environment names already is taken from
# there. Without names it fetches all.
#
# usage: scripts/oracles.sh DIR [NAME[=VERSION,...] ...]
#
#   jdks         real JVMs; jdks=8,11,17: builds that scripts/jdks.sh knows
#   hazelcast    jars of members; hazelcast=5.7.0: releases of Maven Central
#   starts       start scripts of vendors
#   schemas      the schemas of output formats
#   chromium     a browser, which is installed if there is none
#   precommit    the program that runs hooks
#   pygls        a client of the language server; nvim is another, if it is there
#   zizmor       what judges workflows; no variable names it
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/retry.sh
dir=$(mkdir -p "${1:?usage: scripts/oracles.sh DIR [NAME[=VERSION,...] ...]}" && cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- jdks hazelcast starts schemas chromium precommit pygls zizmor

# named prints a variable that the environment has, and fails if it has not.
named() { [ -n "${!1-}" ] && echo "$1=${!1}"; }

# python makes an environment of Python with one package.
python() { # python NAME PACKAGE==VERSION
  [ "$(cat "$dir/$1/installed" 2>/dev/null)" = "$2" ] && return
  python3 -m venv --clear "$dir/$1"
  retry "$2" "$dir/$1/bin/pip" install --quiet "$2" >&2
  echo "$2" >"$dir/$1/installed"
}

for asked in "$@"; do
  versions=()
  [[ $asked != *=* ]] || IFS=, read -ra versions <<<"${asked#*=}"
  case ${asked%%=*} in
    jdks)
      named JVMLINT_JDKS && continue
      bash scripts/jdks.sh "$dir/jdks" "${versions[@]}" >&2
      echo "JVMLINT_JDKS=$dir/jdks"
      ;;
    hazelcast)
      named JVMLINT_HAZELCAST_JARS && continue
      bash scripts/hazelcast.sh "$dir/hazelcast" "${versions[@]}" >&2
      echo "JVMLINT_HAZELCAST_JARS=$dir/hazelcast"
      ;;
    starts)
      named JVMLINT_STARTS && continue
      bash scripts/starts.sh "$dir/starts" >&2
      echo "JVMLINT_STARTS=$dir/starts"
      ;;
    schemas)
      named JVMLINT_SCHEMAS && continue
      bash scripts/schemas.sh "$dir/schemas" >&2
      echo "JVMLINT_SCHEMAS=$dir/schemas"
      ;;
    chromium)
      named JVMLINT_CHROMIUM && continue
      chromium=$(bash scripts/chromium.sh)
      [ -z "$chromium" ] || echo "JVMLINT_CHROMIUM=$chromium"
      ;;
    precommit)
      named JVMLINT_PRECOMMIT && continue
      python pre-commit pre-commit==4.7.0
      echo "JVMLINT_PRECOMMIT=$dir/pre-commit/bin/pre-commit"
      ;;
    pygls)
      if nvim=${JVMLINT_NVIM:-$(command -v nvim)}; then echo "JVMLINT_NVIM=$nvim"; fi
      named JVMLINT_PYGLS && continue
      python pygls pygls==2.1.1
      echo "JVMLINT_PYGLS=$dir/pygls/bin/python"
      ;;
    zizmor) python zizmor zizmor==1.32.0 ;;
    *)
      echo "oracles: $asked is not known; see the comment of scripts/oracles.sh" >&2
      exit 2
      ;;
  esac
done
