#!/usr/bin/env bash
# Prints the path of Chromium, after installing Debian's package where there is none.
# Where that cannot be done the exit status is 77, and the last line says why.
set -euo pipefail

found() { command -v chromium || command -v chromium-browser || command -v google-chrome; }
cannot() { echo "$1" >&2; exit 77; }

found && exit 0
command -v apt-get >/dev/null || cannot "there is no Chromium, and no apt-get to install it"
[ "$(id -u)" = 0 ] || cannot "there is no Chromium; as root, run: apt-get install chromium"
export DEBIAN_FRONTEND=noninteractive
{ apt-get update && apt-get install -y --no-install-recommends chromium; } >&2 ||
  cannot "apt-get could not install chromium"
found || cannot "the package chromium brought no command"
