#!/bin/sh
# Makes a toy repository in a new directory, breaks a schema on a branch, and runs check.sh there:  demo.sh DIRECTORY
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1" && cd "$1"
git init -q -b main .
git config user.name demo
git config user.email demo@example.invalid
mkdir proto

order() {
  printf 'syntax = "proto3";\n\npackage shop;\n\nmessage Order {\n  %s id = 1;\n%s}\n' "$1" "$2" >proto/order.proto
  git add proto && git commit -q -m "$3"
}

order int64 '' 'First schema'
git tag v1.0
order int64 '  string note = 2;
' 'A note'
git tag v1.1
git checkout -q -b ids-as-text
order string '  string note = 2;
' 'Ids are text'

sh "$here/check.sh" main
