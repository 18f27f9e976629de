#!/usr/bin/env bash
# Looks whether a folder that goreleaser has filled holds a whole release, makes the packages of PyPI and npm of it, and
# installs each kind of package in a folder of its own, without Go on the path: scripts/release-check.sh DIR. What takes
# a program that is not at hand is named.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=$(cd "${1:?usage: scripts/release-check.sh DIR}" && pwd)

fail() { echo "release-check: $*" >&2; exit 1; }

shopt -s nullglob
for file in "$dir"/jvmlint_*.{tar.gz,zip,deb,rpm}; do
  case $file in
    *.tar.gz) listed=$(tar -tf "$file") ;;
    *.zip) listed=$(python3 -c 'import sys, zipfile; print(*zipfile.ZipFile(sys.argv[1]).namelist(), sep="\n")' "$file") ;;
    *.deb) listed=$(command -v dpkg-deb >/dev/null && dpkg-deb --fsys-tarfile "$file" | tar -t) || continue ;;
    *.rpm) listed=$(command -v rpm >/dev/null && rpm --query --list --package "$file") || continue ;;
  esac
  for name in 'jvmlint(\.exe)?' 'LICENSE|copyright' THIRD_PARTY_NOTICES jvmlint-playground.html 'jvmlint-check\.1(\.gz)?'; do
    grep -Eq "(^|/)($name)\$" <<<"$listed" || fail "$(basename "$file") has no $name"
  done
done

# scripts/install.sh takes it as from the page of releases.
version=$(sed -n 's/.*jvmlint_\(.*\)_linux_amd64\.tar\.gz$/\1/p' "$dir/checksums.txt")
mkdir -p "$dir/page/download"
ln -sfn "$dir" "$dir/page/download/v$version"
JVMLINT_VERIFY=checksum JVMLINT_RELEASES=file://$dir/page bash scripts/install.sh "$version" "$dir/installed"
"$dir/installed/jvmlint" check --exit-zero testdata/field-report/start.yaml | tail -1

# Each kind of package runs the main job where there is no Go, and fetches nothing more.
python3 packages/build.py "$dir" "$dir/packages"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
path=''
while read -r folder; do # one that has Go has more than that
  if [ -x "$folder/go" ]; then
    beside=$work/path/$folder
    mkdir -p "$beside"
    find "$folder" -maxdepth 1 ! -type d ! -name 'go*' -exec ln -s -t "$beside" {} +
    folder=$beside
  fi
  path+=$folder:
done < <(tr : '\n' <<<"$PATH")
without_go() {
  env -i HOME="$work" PATH="${path%:}" HELM_DATA_HOME="$work/helm" \
    JVMLINT_VERIFY=checksum JVMLINT_RELEASES="file://$dir/page" "$@"
}
try() { # try KIND PROGRAM: whether that kind of package can be installed here
  began=$SECONDS
  command -v "$2" >/dev/null || { echo "$1: not tried, there is no $2"; return 1; }
}
installed() { # installed KIND FILE,... COMMAND ...: what installing those files made runs
  local kind=$1 size said
  size=$(IFS=,; du --apparent-size -kc $2 | awk 'END {printf "%.1f MB", $1 / 1024}')
  shift 2
  said=$(without_go "$@" --exit-zero testdata/field-report/start.yaml 2>&1) || fail "$kind: $said"
  [[ $said = *g1-heap-waste-percent* ]] || fail "$kind finds something else: $said"
  echo "$kind: installed and run in $((SECONDS - began)) s, $size"
}
if try wheel python3; then
  without_go python3 -m venv "$work/python"
  without_go "$work/python/bin/pip" install --quiet --no-index --find-links "$dir/packages" --pre jvmlint
  installed wheel "$(echo "$dir"/packages/*manylinux*x86_64*.whl)" "$work/python/bin/jvmlint" check
fi
if try npm npm; then
  for_linux=("$dir/packages/jvmlint-$version.tgz" "$dir/packages/jvmlint-linux-x64-$version.tgz")
  mkdir "$work/npm"
  without_go npm install --loglevel=error --offline --no-audit --no-fund --prefix "$work/npm" "${for_linux[@]}"
  installed npm "$(IFS=,; echo "${for_linux[*]}")" npx --offline --prefix "$work/npm" jvmlint check
fi
if try deb dpkg-deb; then
  without_go dpkg-deb --extract "$dir/jvmlint_${version}_linux_amd64.deb" "$work/deb"
  installed deb "$dir/jvmlint_${version}_linux_amd64.deb" "$work/deb/usr/bin/jvmlint" check
  without_go "$work/deb/usr/bin/jvmlint" playground "$work"
fi
if try "helm plugin" helm; then # the version that it fetches is that of the release
  git clone --quiet . "$work/plugin"
  sed -i "s/\(install.sh\" \)[^ ]*/\1$version/" "$work/plugin/plugin.yaml"
  without_go helm plugin install "$work/plugin"
  installed "helm plugin" "$dir/jvmlint_${version}_linux_amd64.tar.gz" helm jvmlint
fi
if try "krew plugin" krew; then
  archive=$dir/jvmlint_${version}_linux_amd64.tar.gz
  without_go env KREW_ROOT="$work/krew" krew install --manifest="$dir/krew/jvmlint.yaml" --archive="$archive" </dev/null
  installed "krew plugin" "$archive" "$work/krew/bin/kubectl-jvmlint" check
fi

go version -m "$dir/installed/jvmlint" | awk '$1 == "dep" {print $2, $3}' | while read -r module; do
  grep -qxF "$module" build/THIRD_PARTY_NOTICES || fail "THIRD_PARTY_NOTICES lacks $module"
done
