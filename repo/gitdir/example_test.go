package gitdir_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/repo/gitdir"
)

// A commit is made from a pack of new objects; the tree of the commit before it is spliced, not printed anew.
func Example() {
	root, err := emptyRepository()
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(root)
	dir, err := gitdir.Open(root, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer dir.Close()

	pack := gitdir.NewPack()
	blob := pack.Add(plumbing.BlobObject, []byte("- Use pnpm.\n"))
	tree, err := dir.EditTree(pack, gitdir.Hash{}, []gitdir.TreeEdit{{Path: "MEMORY.md", Mode: gitdir.ModeFile, Hash: blob}})
	if err != nil {
		log.Fatal(err)
	}
	who := gitdir.Signature{Name: "Ada", Email: "ada@example.org", When: time.Unix(1700000000, 0).UTC()}
	commit := pack.Add(plumbing.CommitObject, gitdir.EncodeCommit(gitdir.CommitDraft{
		Tree: tree, Author: who, Committer: who, Message: "Remember pnpm\n",
	}))
	files, err := pack.Write(root) // the caller syncs the files and renames them to their target, the pack first
	if err != nil {
		log.Fatal(err)
	}
	target := files.Target(dir)
	if err := os.Rename(files.Pack, target+".pack"); err != nil {
		log.Fatal(err)
	}
	if err := os.Rename(files.Index, target+".idx"); err != nil {
		log.Fatal(err)
	}

	read, err := dir.Commit(commit)
	if err != nil {
		log.Fatal(err)
	}
	entry, _, err := dir.Lookup(read.Tree, "MEMORY.md")
	if err != nil {
		log.Fatal(err)
	}
	text, err := dir.Blob(entry.Hash)
	fmt.Printf("%s %s%s", read.Author.Name, read.Message, text)
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// Ada Remember pnpm
	// - Use pnpm.
}

// An edit of the index copies no entry; the stat data are filled in when the file is in its place.
func ExampleIndex_Edit() {
	index, err := gitdir.ParseIndex(nil) // an absent file is an empty index
	if err != nil {
		log.Fatal(err)
	}
	blob := gitdir.HashObject(plumbing.BlobObject, []byte("- Use pnpm.\n"))
	edited, err := index.Edit([]gitdir.IndexEdit{{Path: "MEMORY.md", Mode: gitdir.ModeFile, Hash: blob}})
	if err != nil {
		log.Fatal(err)
	}
	if err := edited.PatchStat("MEMORY.md", gitdir.Stat{Size: 12}); err != nil {
		log.Fatal(err)
	}
	edited.Seal()
	again, err := gitdir.ParseIndex(edited.Bytes())
	if err != nil {
		log.Fatal(err)
	}
	entry, ok := again.Entry("MEMORY.md")
	fmt.Println(ok, entry.Hash, entry.Stat.Size, again.Verify())
	// Output: true cb627abad59016e9d64570240f5dc6ea2ae11b5f 12 <nil>
}

func emptyRepository() (string, error) {
	root, err := os.MkdirTemp("", "example")
	if err != nil {
		return "", err
	}
	for _, folder := range []string{"objects/pack", "refs/heads"} {
		if err := os.MkdirAll(filepath.Join(root, ".git", folder), 0o755); err != nil {
			return "", err
		}
	}
	if err := os.WriteFile(filepath.Join(root, ".git", "HEAD"), []byte("ref: refs/heads/main\n"), 0o644); err != nil {
		return "", err
	}
	return root, os.WriteFile(filepath.Join(root, ".git", "config"), []byte("[core]\n\trepositoryformatversion = 0\n"), 0o644)
}
