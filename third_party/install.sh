#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs the Debian packages of the given groups that are missing; does nothing when none is.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
table=$here/packages.txt

say() { echo "third_party/install.sh: $*" >&2; }

rows() { sed -e '/^#/d' -e 's/ *| */|/g' "$table"; }

known_groups() { rows | cut -d '|' -f 1 | uniq; }

usage() {
  say "usage: install.sh GROUP... | --table; groups: $(known_groups | paste -sd ' ')"
  exit 2
}

# The table in README.md.
print_table() {
  echo '| group | package | Debian 12 | license | purpose |'
  echo '|---|---|---|---|---|'
  rows | sed -e 's/|/ | /g' -e 's/^/| /' -e 's/$/ |/'
}

packages_of() {
  local group
  for group in "$@"; do
    known_groups | grep -xF -e "$group" >/dev/null || usage
    rows | grep "^$group|" | cut -d '|' -f 2
  done
}

# dpkg-query fails when it does not know a package; that one is missing, which is the answer.
missing_of() {
  local installed
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null |
    sed -n 's/^installed //p') || true
  printf '%s\n' "$@" | grep -vxF -e "$installed" || true
}

# Prints the prefix that gives a command root's rights; fails when there is none.
# Only a person at a terminal can answer sudo's question.
root_prefix() {
  if [[ $(id -u) == 0 ]]; then
    echo env
  elif command -v sudo >/dev/null && { [[ -t 0 ]] || sudo -n true &>/dev/null; }; then
    echo sudo env
  else
    return 1
  fi
}

install_packages() {
  local prefix
  prefix=$(root_prefix) || {
    say "neither root nor sudo: have these installed: $* (or go on without them: PHASEBOX_SKIP_INSTALL=1)"
    return 1
  }
  # Unquoted on purpose: the prefix is one or two words.
  # shellcheck disable=SC2206
  local apt=($prefix DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0)
  say "installing $# of the system's packages: $*"
  # A stale third-party source fails the update and yet leaves our packages installable.
  "${apt[@]}" update >&2 || say "apt-get update failed; trying with the lists at hand"
  "${apt[@]}" install -y --no-install-recommends "$@" </dev/null >&2 || {
    say "apt-get could not install: $*"
    return 1
  }
}

main() {
  [[ $# -gt 0 ]] || usage
  [[ $1 != --table ]] || { print_table; return; }
  [[ -z ${PHASEBOX_SKIP_INSTALL:-} ]] || return 0
  local wanted missing
  wanted=$(packages_of "$@") || exit
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "not a Debian system, nothing installed; the build needs what Debian calls: ${wanted//$'\n'/ }"
    return 0
  fi
  mapfile -t wanted <<<"$wanted"
  missing=$(missing_of "${wanted[@]}")
  [[ -n $missing ]] || return 0
  mapfile -t missing <<<"$missing"
  install_packages "${missing[@]}"
}

main "$@"
