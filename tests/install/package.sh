#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The Debian packages of a build: what lintian says of them, and their life in a system folder of their own: installed
# by dpkg, asked for its manual page, a scene opened by its kind of file on an X server, removed without
# leftovers. package.sh SOURCE_DIR BUILD_DIR
set -euo pipefail

source=$(cd "$1" && pwd) build=$(cd "$2" && pwd)
work=$(mktemp -d)
server=
tidy() {
  [[ -z $server ]] || kill "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap tidy EXIT
fail() { echo "package.sh: $*" >&2; exit 1; }

(cd "$build" && cpack -G DEB -B "$work/made") >"$work/log" 2>&1 || fail "$(cat "$work/log")"
packages=("$work"/made/*.deb)
[[ ${#packages[@]} == 3 ]] || fail "not three packages: ${packages[*]}"
# Built here, not by Debian: nothing asks for it there, and there is no page on the web to name.
lintian --fail-on error --allow-root --suppress-tags bogus-mail-host,initial-upload-closes-no-bugs "${packages[@]}" ||
  fail 'lintian finds errors'

root=$work/root
mkdir -p "$root/var/lib/dpkg"
touch "$root/var/lib/dpkg/status"
in_root() { dpkg --root="$root" --force-depends --force-script-chrootless --log=/dev/null "$@" >"$work/log" 2>&1 || fail "dpkg $*: $(cat "$work/log")"; }
in_root --install "${packages[@]}"
export PATH=$root/usr/bin:$PATH XDG_DATA_DIRS=$root/usr/share:/usr/share HOME=$work/home
mkdir "$HOME"
[[ $(command -v phasebox) == "$root/usr/bin/phasebox" ]] || fail 'the program is not where it should be'
phasebox --version

desktop-file-validate "$root/usr/share/applications/phasebox.desktop"
appstreamcli validate --no-net "$root"/usr/share/metainfo/*.xml >"$work/log" || fail "$(cat "$work/log")"
man --warnings -l "$root/usr/share/man/man1/phasebox.1.gz" >"$work/page" 2>"$work/log"
[[ ! -s $work/log ]] || fail "man: $(head -3 "$work/log")"
grep -q 'phasebox tune' "$work/page" || fail 'the manual page lacks a command'

# A scene, opened by what it is.
update-mime-database "$root/usr/share/mime" 2>/dev/null
update-desktop-database "$root/usr/share/applications"
cp "$source/tests/install/scene.phasebox.json" "$work/"
[[ $(gio info -a standard::content-type "$work/scene.phasebox.json") == *application/x-phasebox-scene+json* ]] || fail 'a scene is something else'
export XDG_DATA_HOME=$root/usr/share XDG_CONFIG_HOME=$work/config XDG_UTILS_DEBUG_LEVEL=0
[[ $(xdg-mime query default application/x-phasebox-scene+json) == phasebox.desktop ]] || fail 'another program opens scenes'
Xvfb -displayfd 9 -screen 0 1280x800x24 9>"$work/display" 2>/dev/null &
server=$!
for _ in $(seq 100); do [[ -s $work/display ]] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") LIBGL_ALWAYS_SOFTWARE=1
gio open "$work/scene.phasebox.json" >"$work/log" 2>&1 &
for _ in $(seq 300); do
  opened=$(pgrep -f "^phasebox $work/scene.phasebox.json" || true)
  [[ -n $opened ]] && window=$(xdotool search --name '^Phasebox$' 2>/dev/null) && break
  sleep 0.1
done
[[ -n ${window:-} ]] || fail "no window shows the scene: $(cat "$work/log")"
kill "$opened"

in_root --purge phasebox libphasebox-dev libphasebox0
rm -rf "$root/usr/share/mime" "$root/usr/share/applications/mimeinfo.cache" # made here, not by the packages
left=$(find "$root" -path "$root/var" -prune -o ! -type d -print)
[[ -z $left ]] || fail "left behind: $left"
echo 'installed, opened and removed'
