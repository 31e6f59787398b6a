#!/bin/sh
# gitmem hook: post-commit/1
# Adopts what a person has just committed by hand at a terminal. Made by `gitmem hooks install`;
# `gitmem hooks uninstall` takes it away. It never makes a commit fail.

chained="${0%/*}/post-commit.chained"
if [ -x "$chained" ]; then
	"$chained" "$@"
fi

# Without a terminal nobody is there who could be the author of an adoption.
[ -t 2 ] || exit 0
gitmem=@PROGRAM@
[ -x "$gitmem" ] || gitmem=$(command -v gitmem) || exit 0
"$gitmem" hooks run post-commit
exit 0
