package cmd_test

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// layers are the top-level folders, from the top down. A package may import
// its own family and what lies lower, nothing beside it and nothing above.
var layers = [][]string{{"cmd"}, {"hooks"}, {"candidates", "index"}, {"repo"}, {"memfile"}}

// owners say which packages may import a heavy dependency. A folder with a
// slash at its end stands for all below it.
var owners = []struct {
	module string
	owners []string
	reason string
}{
	{"github.com/spf13/", []string{"cmd"}, "flags and help are the command line's; a command's work takes values"},
	{"github.com/go-git/", []string{"repo", "repo/gitdir"}, "its writers are not safe beside git; only those two know which of its parts may be used"},
	{"github.com/blevesearch/", []string{"index/corpus", "index/words"}, "a search result must never decide a write, and which of its parts are safe beside other processes is known there"},
	{"github.com/tiktoken-go/", []string{"index/retrieve"}, "one count of tokens everywhere"},
	{"github.com/fsnotify/", []string{"hooks/watch"}, "what its events mean differs between systems and is known there"},
	{"github.com/sergi/go-diff", []string{"candidates"}, "one kind of diff everywhere"},
	{"github.com/goccy/go-yaml", []string{"memfile", "repo/config"}, "no library prints YAML as it read it; only those two may parse it, and they splice"},
	{"github.com/modelcontextprotocol/go-sdk", []string{"hooks/mcp"}, "one package speaks the Model Context Protocol"},
	{"github.com/tailscale/hujson", []string{"hooks/agent/settings"}, "no library prints JSON with comments as it read it; only that one may parse it, and it splices"},
	{"github.com/pelletier/go-toml", []string{"hooks/agent/settings"}, "no library prints TOML as it read it; only that one may parse it, and it splices"},
	{"github.com/openai/", []string{"candidates/model"}, "the only package from which a connection leaves the machine"},
	{"github.com/anthropics/", []string{"candidates/model"}, "the only package from which a connection leaves the machine"},
	{"golang.org/x/net", []string{"candidates/model"}, "the only package from which a connection leaves the machine"},
	{"golang.org/x/crypto", []string{"repo/signers"}, "whose signature counts is decided in one place"},
	{"github.com/hiddeco/sshsig", []string{"repo/signers"}, "whose signature counts is decided in one place"},
	{"mvdan.cc/sh/", []string{"hooks/transcript"}, "what a shell call runs is known there; nothing runs one"},
	{"github.com/gofrs/flock", []string{"repo", "repo/gitdir"}, "one owner of locks, so that none is held twice"},
}

// measuring may import what it measures.
const measuring = "cmd/bench/"

// source is one Go file of the module.
type source struct {
	path, folder string // from the module's root, with slashes
	file         *ast.File
}

func TestImportsGoOneWay(t *testing.T) {
	for _, s := range sources(t) {
		from := layerOf(s.folder)
		for _, imported := range s.imports() {
			rel, ours := strings.CutPrefix(imported, "gitmem/")
			if !ours || family(rel) == family(s.folder) {
				continue
			}
			if to := layerOf(rel); to <= from {
				t.Errorf("%s imports %s: imports go from cmd to hooks to candidates and index to repo to memfile, so that what decides a write never depends on who asks or on what a search found", s.path, imported)
			}
		}
	}
}

func TestHeavyDependenciesHaveOneOwner(t *testing.T) {
	used := map[string]bool{}
	for _, s := range sources(t) {
		for _, imported := range s.imports() {
			for _, o := range owners {
				if !strings.HasPrefix(imported, o.module) {
					continue
				}
				used[o.module] = true
				if !slices.Contains(o.owners, s.folder) && !strings.HasPrefix(s.folder, measuring) {
					t.Errorf("%s imports %s, which belongs to %s: %s", s.path, imported, strings.Join(o.owners, " and "), o.reason)
				}
			}
		}
	}
	for _, o := range owners {
		if !used[o.module] {
			t.Errorf("nothing imports %s: take it out of the table", o.module)
		}
	}
}

func TestGoCodeLiesInTheSixFolders(t *testing.T) {
	for _, s := range sources(t) {
		if layerOf(s.folder) < 0 {
			t.Errorf("%s: Go code lies in cmd, hooks, candidates, index, repo and memfile, so that the folder list reads like the design", s.path)
		}
	}
}

func TestEveryPackageSaysWhatItIsFor(t *testing.T) {
	documented, folders := map[string]bool{}, map[string]bool{}
	for _, s := range sources(t) {
		base := path.Base(s.path)
		if s.file.Name.Name == "main" || strings.HasSuffix(base, "_test.go") {
			continue
		}
		folders[s.folder] = true
		if base != "doc.go" {
			if s.file.Doc != nil && strings.HasPrefix(s.file.Doc.Text(), "Package ") {
				t.Errorf("%s: the package comment stands in doc.go, where a reader looks for it", s.path)
			}
			continue
		}
		documented[s.folder] = strings.HasPrefix(s.file.Doc.Text(), "Package "+s.file.Name.Name+" ")
	}
	for folder := range folders {
		if !documented[folder] {
			t.Errorf("%s: no doc.go that begins with \"Package %s …\": its first sentence is what the package is responsible for", folder, path.Base(folder))
		}
	}
}

func TestNoPackageIsAHeap(t *testing.T) {
	for _, s := range sources(t) {
		switch base := path.Base(s.folder); base {
		case "util", "utils", "common", "helper", "helpers", "types", "service", "manager", "misc", "shared", "core":
			t.Errorf("%s: a package named %s says nothing of what is in it", s.folder, base)
		}
	}
}

// sources parses the heads of all Go files of the module.
func sources(t *testing.T) []source {
	t.Helper()
	root := filepath.Dir(mustGetwd(t))
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		t.Fatal(err)
	}
	var all []source
	set := gotoken.NewFileSet()
	err := filepath.WalkDir(root, func(full string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := e.Name(); e.IsDir() && full != root && (strings.HasPrefix(name, ".") || name == "testdata") {
			return filepath.SkipDir
		}
		if e.IsDir() || !strings.HasSuffix(full, ".go") {
			return nil
		}
		file, err := parser.ParseFile(set, full, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, full)
		rel = filepath.ToSlash(rel)
		all = append(all, source{path: rel, folder: path.Dir(rel), file: file})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 100 {
		t.Fatalf("only %d Go files found below %s", len(all), root)
	}
	return all
}

func mustGetwd(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func (s source) imports() []string {
	var list []string
	for _, i := range s.file.Imports {
		list = append(list, strings.Trim(i.Path.Value, "`\""))
	}
	return list
}

// family is the top-level folder of a package.
func family(folder string) string {
	top, _, _ := strings.Cut(folder, "/")
	return top
}

// layerOf is the place of a package from the top, -1 for none.
func layerOf(folder string) int {
	return slices.IndexFunc(layers, func(names []string) bool { return slices.Contains(names, family(folder)) })
}
