package repo

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gitmem/memfile"
)

// gitConfig is the configuration of a store's repository. It pins what the
// account's own settings could change in the bytes of a store.
const gitConfig = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = false
	logallrefupdates = true
	autocrlf = false
	safecrlf = false
	fsmonitor = false
	splitIndex = false
	sparseCheckout = false
[index]
	sparse = false
	version = 2
[feature]
	manyFiles = false
`

// gitAttributes keeps git from converting anything in a store.
const gitAttributes = "* -text -filter -ident -working-tree-encoding\n"

// gitIgnore names what editors leave beside the files that they save.
const gitIgnore = `*~
*.sw?
.*.sw?
4913
\#*\#
.#*
*.orig
.DS_Store
`

// NewStore says what a new store is to be.
type NewStore struct {
	ID    memfile.ID // "" makes one; see NewStoreID, as the folder's name may hold it
	Root  string     // must not exist, or be empty
	Name  string
	Scope string
}

// Init makes a store: a git repository whose first commit holds store.yaml and
// the attributes. It appears at its place complete or not at all.
func Init(ctx context.Context, n NewStore, o Options) (*Store, error) {
	if err := os.MkdirAll(filepath.Dir(n.Root), 0o700); err != nil {
		return nil, err
	}
	building, err := os.MkdirTemp(filepath.Dir(n.Root), ".gitmem-init-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(building)
	file, err := newStoreFile(n, o)
	if err != nil {
		return nil, err
	}
	if err := firstCommit(ctx, building, file, o); err != nil {
		return nil, err
	}
	if err := os.Rename(building, n.Root); err != nil {
		return nil, fmt.Errorf("%s: the new store could not be moved to its place: %w", n.Root, err)
	}
	return Open(n.Root, o)
}

// NewStoreID makes the id of a store that is to be made.
func NewStoreID(o Options) (memfile.ID, error) {
	var s Store
	s.fill(o)
	return s.NewID(memfile.KindStore)
}

func newStoreFile(n NewStore, o Options) (memfile.StoreFile, error) {
	var s Store
	s.fill(o)
	if n.ID == "" {
		id, err := NewStoreID(o)
		if err != nil {
			return memfile.StoreFile{}, err
		}
		n.ID = id
	}
	return memfile.StoreFile{Format: "store/1", ID: n.ID, Name: n.Name, Scope: n.Scope, Created: s.Now()}, nil
}

// firstCommit makes the repository in a folder and commits the first files.
func firstCommit(ctx context.Context, root string, file memfile.StoreFile, o Options) error {
	files := map[string]string{
		StoreFileName: string(memfile.FormatStoreFile(file)), ".gitattributes": gitAttributes, ".gitignore": gitIgnore,
	}
	if err := makeGitDir(filepath.Join(root, ".git")); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(root, StoreFileName), []byte(files[StoreFileName]), 0o644); err != nil {
		return err
	}
	s, err := Open(root, o)
	if err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(root, StoreFileName)); err != nil {
		return err
	}
	_, err = s.Run(ctx, func() (*Operation, error) {
		op := &Operation{Message: memfile.Message{
			Op: "init", IDs: []memfile.ID{file.ID}, Actor: memfile.ActorUser,
			Subject: fmt.Sprintf("init %s: %s memory %q", file.ID, file.Scope, strings.TrimSpace(file.Name)),
		}}
		for _, path := range []string{".gitattributes", ".gitignore", StoreFileName} {
			op.Changes = append(op.Changes, Change{Path: path, After: Of([]byte(files[path]))})
		}
		return op, nil
	})
	return err
}

// makeGitDir writes the skeleton that `git init` would write.
func makeGitDir(git string) error {
	for _, folder := range []string{"objects/info", "objects/pack", "refs/heads", "refs/tags", "info"} {
		if err := os.MkdirAll(filepath.Join(git, folder), 0o755); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(git, "HEAD"), []byte("ref: refs/heads/main\n"), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(git, "config"), []byte(gitConfig), 0o644)
}
