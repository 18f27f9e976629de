#!/usr/bin/env bash
# Writes the licences of all that is linked into jvmlint into a file, as they ask
# for: the terms that stand in the folder of each package and above it, up to that of
# its module, on each system that a release is for, and those of Go itself.
#
#   scripts/notices.sh FILE
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

list() { sed -n "s/^ *$1: \[\(.*\)\]/\1/p" .goreleaser.yaml | tr -d ,; }
{
  for system in $(list goos); do
    for machine in $(list goarch); do
      CGO_ENABLED=0 GOOS=$system GOARCH=$machine go list -deps -f '{{if not .Standard}}{{with .Module}}{{if not .Main}}
        {{- .Path}} {{.Version}}{{"\t"}}{{.Dir}}{{"\t"}}{{$.Dir}}{{end}}{{end}}{{end}}' ./cmd/jvmlint
    done
  done
  echo "Go $(go env GOVERSION | sed 's/^go//')	$(go env GOROOT)	$(go env GOROOT)"
} | sed '/^$/d' | LC_ALL=C sort -u >"$work/packages"

# a file for each text, by its hash, and beside it the modules that it stands in
while IFS=$'\t' read -r module top folder; do
  found=0
  while :; do
    for file in "$folder"/*; do
      [ -f "$file" ] && grep -Eiq '^(licen[cs]es?|notices?|copying|copyright|unlicense|patents)([-.]\w+)*$' <<<"${file##*/}" || continue
      case $file in *.go) continue ;; esac
      found=1
      text=$(tr -d '\r' <"$file")
      hash=$(sha256sum <<<"$text" | cut -c1-32)
      printf '%s\n' "$text" | sed '/./,$!d' >"$work/$hash.text"
      echo "$module" >>"$work/$hash.modules"
    done
    [ "$folder" = "$top" ] && break
    folder=$(dirname "$folder")
  done
  [ $found = 1 ] || { echo "no licence in $module" >&2; exit 1; }
done <"$work/packages"

mkdir -p "$(dirname "$1")"
{
  echo "The program jvmlint contains the modules below, in these versions. Their terms stand below them."
  for modules in "$work"/*.modules; do
    sort -u -o "$modules" "$modules"
    echo "$(paste -sd '|' "$modules")	$modules"
  done | LC_ALL=C sort | while IFS=$'\t' read -r _ modules; do
    printf '\n%s\n' "$(printf '=%.0s' {1..80})"
    cat "$modules" <(echo) "${modules%.modules}.text"
  done
} >"$1"
