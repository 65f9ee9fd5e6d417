#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Unpacks the sources of a Debian package into a folder, unless it is there: sources.sh PACKAGE FOLDER
# The system's lists need not have them: they are looked up in lists of this script's own.
set -euo pipefail

package=$1 folder=$2
[[ ! -d $folder ]] || exit 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/lists" "$work/parts"
# shellcheck disable=SC1091
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
echo "deb-src http://deb.debian.org/debian $suite main" >"$work/parts/sources.list"
cd "$work"
apt=(apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/parts"
  -o Dir::State::Lists="$work/lists" -o APT::Sandbox::User=root)
"${apt[@]}" update >&2
if "${apt[@]}" source --download-only "$package" >&2; then
  dpkg-source -x ./*.dsc unpacked >&2
else # a mirror may lack Debian's part
  "${apt[@]}" source --tar-only "$package" >&2
  mkdir unpacked
  tar -xf ./*.orig.tar.* -C unpacked --strip-components 1
fi
mkdir -p "$(dirname "$folder")"
mv unpacked "$folder"
