#!/bin/sh
# Builds the page of the notebook if its sources are newer than what is built.
set -eu
cd "$(dirname "$0")/../frontend"

if ! command -v npm >/dev/null; then
	echo "the page is built with Node and npm, which are not here; install Node 20 or later" >&2
	exit 1
fi
if [ ! -e node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
	npm ci --ignore-scripts --no-audit --no-fund
fi
built=dist/app/index.html
if [ ! -e $built ] || [ -n "$(find src public index.html vite.config.ts tsconfig.json package-lock.json -newer $built -print -quit)" ]; then
	npm run --silent build
fi
