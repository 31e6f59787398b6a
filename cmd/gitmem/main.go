// Command gitmem keeps what coding agents may remember as plain files under git.
package main

import (
	"os"

	"gitmem/cmd"
)

func main() { os.Exit(cmd.Main(os.Args[1:], cmd.Standard())) }
