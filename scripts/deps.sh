#!/bin/sh
# Installs what the tests need and the machine lacks, through apt where it may. Says nothing if nothing is missing.
set -eu

missing=""
command -v git >/dev/null || missing="$missing git"
if ! echo 'int main(void) { return 0; }' | ${CC:-gcc} -x c -o /dev/null - 2>/dev/null; then
	missing="$missing gcc libc6-dev"
fi
if [ ! -x "${CHROMIUM:-/usr/bin/chromium}" ] && [ ! -x /usr/bin/chromium-browser ]; then
	missing="$missing chromium"
fi
if ! command -v npm >/dev/null; then
	echo "missing: Node 20 or later with npm" >&2
	exit 1
fi
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
	root=""
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
	root="sudo -n"
else
	echo "missing:$missing (install these as root: apt-get install$missing)" >&2
	exit 1
fi
if ! command -v apt-get >/dev/null; then
	echo "missing:$missing (there is no apt-get to install these with)" >&2
	exit 1
fi
echo "installing$missing"
$root env DEBIAN_FRONTEND=noninteractive apt-get update -q
# The list is split into words on purpose.
$root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
