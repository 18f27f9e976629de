# shellcheck shell=bash
# Scripts that fetch source this: a mirror that fails once is asked again.

# retry runs one command up to four times. WHAT is what it fetches.
retry() { # retry WHAT COMMAND [ARGUMENT ...]
  local what=$1 pause
  shift
  for pause in 2 6 18; do
    "$@" && return
    echo "$what: not fetched, the next try is in $pause s" >&2
    sleep "$pause"
  done
  "$@" && return
  echo "$what: could not be fetched in 4 tries" >&2
  return 1
}
