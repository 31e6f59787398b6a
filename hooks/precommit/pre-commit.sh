#!/bin/sh
# gitmem hook: pre-commit/1
# Checks the bytes that are being committed to this store. Made by `gitmem hooks install`;
# `gitmem hooks uninstall` takes it away. `git commit --no-verify` passes it by.

# The hook that was here before comes first, and its refusal counts.
chained="${0%/*}/pre-commit.chained"
if [ -x "$chained" ]; then
	"$chained" "$@" || exit $?
fi

gitmem=@PROGRAM@
if [ ! -x "$gitmem" ]; then
	gitmem=$(command -v gitmem) || {
		echo "gitmem is gone, so this commit cannot be checked and is refused." >&2
		echo "hint: put gitmem into PATH and run \`gitmem hooks install\` here, or delete the hook: $0" >&2
		exit 1
	}
fi
exec "$gitmem" check --staged --require-store
