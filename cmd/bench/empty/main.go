// Command empty links the five libraries that gitmem is built on and returns:
// the base of every start-up ratio.
package main

import (
	"os"

	"github.com/blevesearch/bleve/v2"
	"github.com/fsnotify/fsnotify"
	"github.com/go-git/go-git/v5"
	"github.com/sergi/go-diff/diffmatchpatch"
	"github.com/spf13/cobra"
)

func main() {
	if len(os.Args) < 2 {
		return
	}
	// Never reached by the benchmarks; it keeps the linker from dropping what it links.
	index, err := bleve.Open(os.Args[1])
	watcher, _ := fsnotify.NewWatcher()
	repository, _ := git.PlainOpen(os.Args[1])
	command := &cobra.Command{Use: "empty"}
	println(index, err, watcher, repository, diffmatchpatch.New(), command.Execute())
}
