#!/usr/bin/env bash
# Builds scripts/Dockerfile of what a release has put into dist/, without a
# Docker engine, and runs what it has built:
#
#     scripts/image.sh DIR
#
# DIR keeps what it needs: Buildah, unless it is on the path, comes out of
# Debian's packages without being installed. Where Docker Hub is out of reach, a
# stand-in takes the place of Alpine: the shell of Busybox, and an apk that knows
# what the Dockerfile asks of it. Where there can be no Buildah, it says so and
# does nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

skip() { echo "image: skipped: $*"; exit 0; }
fail() { echo "image: $*"; exit 1; }

[ "$(uname -sm)" = "Linux x86_64" ] || skip "it is built on Linux x86_64 only"
[ "$(id -u)" = 0 ] || skip "Buildah without a Docker engine needs root here"
binary=$(ls dist/jvmlint_linux_amd64*/jvmlint 2>/dev/null) || fail "dist/ has no jvmlint for linux/amd64: goreleaser puts it there"
dir=$(mkdir -p "$1" && cd "$1" && pwd)

# packages puts Debian's packages into a folder, without installing them.
packages() {
  command -v apt-get >/dev/null && command -v dpkg >/dev/null || return 1
  (cd "$dir" && apt-get download -qq -o APT::Sandbox::User=root "$@" >/dev/null 2>&1) || return 1
  for deb in "$dir"/*.deb; do dpkg -x "$deb" "$dir/root"; done
  rm -f "$dir"/*.deb
}

if ! command -v buildah >/dev/null; then
  [ -x "$dir/root/usr/bin/buildah" ] ||
    packages buildah libgpgme11 libassuan0 libgpg-error0 libdevmapper1.02.1 libseccomp2 ||
    skip "there is no Buildah, and no apt-get that has it"
  # Buildah calls itself without LD_LIBRARY_PATH: the linker finds its libraries
  # by a cache that only this process and its children see.
  if [ -z "${JVMLINT_IMAGE_MOUNTS-}" ]; then
    ldconfig -X -C "$dir/ld.so.cache" "$dir/root/usr/lib/x86_64-linux-gnu" "$dir/root/lib/x86_64-linux-gnu" 2>/dev/null
    unshare --mount true 2>/dev/null || skip "there may be no mount namespaces here"
    JVMLINT_IMAGE_MOUNTS=1 exec unshare --mount bash scripts/image.sh "$dir"
  fi
  mount --bind "$dir/ld.so.cache" /etc/ld.so.cache
  PATH=$dir/root/usr/bin:$PATH
fi

# Settings of its own: nothing of the machine's is read or changed.
export CONTAINERS_REGISTRIES_CONF=$dir/registries.conf BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs
echo 'unqualified-search-registries = ["docker.io"]' >"$dir/registries.conf"
echo '{"default": [{"type": "insecureAcceptAnything"}]}' >"$dir/policy.json"
work=$(mktemp -d)
b() { buildah --root "$work/images" --runroot "$work/run" "$@"; }
end() { b rm --all >/dev/null 2>&1 || true; rm -rf "$work"; }
trap end EXIT
b from --name works scratch >/dev/null 2>"$work/why" || skip "Buildah does not work here: $(tail -1 "$work/why")"

# standin makes an Alpine of Busybox. Its apk adds the git of this machine.
standin() {
  [ -x "$dir/root/bin/busybox" ] || packages busybox-static || skip "there is neither Docker Hub nor busybox-static"
  local base=$work/base lib
  mkdir -p "$base"/{bin,sbin,src,etc} "$base/standin/usr/bin"
  mkdir -m 1777 "$base/tmp"
  cp "$dir/root/bin/busybox" "$base/bin/"
  for name in sh cat cp grep ls mkdir; do ln -s busybox "$base/bin/$name"; done
  cp "$(command -v git)" "$base/standin/usr/bin/"
  for lib in $(ldd "$(command -v git)" | grep -o '/[^ ]*'); do cp -L --parents "$lib" "$base/standin/"; done
  cat >"$base/sbin/apk" <<'APK'
#!/bin/sh
[ "$*" = "add --no-cache git" ] || { echo "apk $*: not known to this stand-in"; exit 1; }
cp -a /standin/. /
APK
  chmod 755 "$base/sbin/apk"
  b copy -q works "$base" / >/dev/null
  b config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin works
  b commit -q --signature-policy "$dir/policy.json" works localhost/standin >/dev/null
}

base=$(sed -n 's/^FROM //p' scripts/Dockerfile)
from=docker.io/library/${base/:*@/@}
timeout 20 buildah --root "$work/images" --runroot "$work/run" pull -q --signature-policy "$dir/policy.json" "$from" >/dev/null 2>&1 ||
  { base="a stand-in for $base, for Docker Hub is out of reach" from=localhost/standin; standin; }

# The context is laid out as goreleaser lays it out.
mkdir -p "$work/context/linux/amd64"
cp "$binary" "$work/context/linux/amd64/"
cp --parents LICENSE build/THIRD_PARTY_NOTICES "$work/context/"
b build -q --pull-never --from "$from" --platform linux/amd64 --signature-policy "$dir/policy.json" -f scripts/Dockerfile -t jvmlint "$work/context" >"$work/log" 2>&1 ||
  { cat "$work/log"; echo "image: scripts/Dockerfile does not build on $base"; exit 1; }

equal() { [ "$2" = "$3" ] || fail "$1 is $2, not $3"; }
b from --pull-never --name image localhost/jvmlint >/dev/null
config() { b inspect --format "{{.OCIv1.Config.$1}}" image; }
equal "the entry point" "$(config Entrypoint)" "[jvmlint]"
equal "the command" "$(config Cmd)" "[check]"
equal "the folder" "$(config WorkingDir)" /src
equal "the user" "$(config User)" 65532:65532

# run is docker run -v FOLDER:/src, of the entry point or of other words. What
# they say goes to a file: Buildah loses what a short program prints.
mkdir -m 777 "$work/out"
run() {
  local folder=$1
  shift
  b run -v "$folder:/src" -v "$work/out:/out" image -- sh -c 'exec "$@" >/out/said 2>&1' sh "$@" 2>/dev/null
}
built=$("$work/context/linux/amd64/jvmlint" version)
run "$PWD/testdata/field-report" jvmlint version || fail "it does not run"
equal "the version" "$(cat "$work/out/said")" "$built"
found=0
run "$PWD/testdata/field-report" jvmlint check || found=$?
equal "the exit code with findings" "$found" 1
grep -q '^start.yaml:.*\[container-memory-sum\]' "$work/out/said" || fail "it finds something else: $(head -1 "$work/out/said")"

run "$PWD/testdata/field-report" sh -c 'cd /usr/share/doc/jvmlint && ls' || fail "it lacks the licences"
equal "what stands beside the program" "$(cat "$work/out/said")" "LICENSE
THIRD_PARTY_NOTICES"

# A pipeline has a shell and git, and the folder is of another user.
project=$work/project
git init -q "$project"
echo "-Xmx1g" >"$project/jvm.options"
git -C "$project" add . && git -C "$project" -c user.name=a -c user.email=a@example.org commit -qm a
echo "-Xmx50g -XX:G1HeapRegionSize=4m" >"$project/jvm.options"
run "$project" sh -ec 'git status --short && jvmlint check --jdk 17 --exit-zero --new-from HEAD .' || fail "a pipeline fails: $(cat "$work/out/said")"
grep -q '^jvm.options:.*\[g1-region-count\]' "$work/out/said" || fail "a pipeline finds something else: $(cat "$work/out/said")"
echo "image: scripts/Dockerfile built on $base; $built runs in it, and with git and a shell in a pipeline"
