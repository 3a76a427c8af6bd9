#!/bin/sh
# Lists the packages below the given folders that have a test file with a line of the given pattern.
set -eu

pattern=$1
shift
grep -rlE --include='*_test.go' --exclude-dir=testdata "$pattern" "$@" | xargs -n1 dirname | sort -u | sed 's|^|./|'
