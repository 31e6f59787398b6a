package gitdir

import (
	"bytes"
	"crypto/sha1"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// Features that change what the index means are refused by name; those that do not are dropped safely.
func TestIndexFeatures(t *testing.T) {
	refused := map[string][][]string{
		"split index":  {{"update-index", "--split-index"}},
		"sparse index": {{"sparse-checkout", "set", "--cone", "--sparse-index", "d1"}},
	}
	for feature, commands := range refused {
		r := newRealRepo(t)
		r.history(1, 3)
		r.write("d1/a", "x")
		r.write("d2/a", "x")
		r.git("add", "-A")
		r.git("commit", "-q", "-m", "x")
		for _, c := range commands {
			r.git(c...)
		}
		data, err := os.ReadFile(r.index())
		must(t, err)
		var unsupported *UnsupportedError
		if _, err := ParseIndex(data); !errors.As(err, &unsupported) || unsupported.Feature != feature || unsupported.Hint == "" {
			t.Errorf("%s: %v", feature, err)
		}
	}
	dropped := [][]string{
		{"-c", "core.untrackedCache=true", "-c", "core.fsmonitor=false", "status"},
		{"-c", "core.untrackedCache=true", "update-index", "--force-untracked-cache"},
		{"-c", "index.threads=4", "-c", "index.recordEndOfIndexEntries=true", "-c", "index.recordOffsetTable=true", "update-index", "--force-write-index"},
		{"update-index", "--index-version", "4", "--force-write-index"},
		{"-c", "index.threads=4", "-c", "index.recordEndOfIndexEntries=true", "-c", "index.recordOffsetTable=true", "update-index", "--force-write-index"},
	}
	r := newRealRepo(t)
	var list strings.Builder
	blob := strings.TrimSpace(r.gitIn("x", "hash-object", "-w", "--stdin"))
	for i := range 25_000 { // several blocks of entries, so that git writes its table of offsets
		fmt.Fprintf(&list, "100644 %s\tblock/%06d\n", blob, i)
	}
	r.gitIn(list.String(), "update-index", "--index-info")
	seen := map[string]bool{}
	for i, args := range dropped {
		r.git(args...)
		for _, e := range r.parseIndex().extensions {
			seen[e.name] = true
		}
		r.edit(r.put(fmt.Sprintf("ours/%d", i), "x"))
		r.checkStaged()
		r.git("fsck", "--cache", "--strict")
		for _, e := range r.parseIndex().extensions {
			if e.name != "TREE" {
				t.Errorf("%v: %s was kept", args, e.name)
			}
		}
	}
	for _, name := range []string{"UNTR", "EOIE", "IEOT"} {
		if !seen[name] {
			t.Errorf("git wrote no %s: the test proves nothing for it", name)
		}
	}
}

// The cache of trees keeps what is still true.
func TestCachedTreesStay(t *testing.T) {
	r := newRealRepo(t)
	for _, path := range []string{"a/b/c", "a/d/e", "f/g", "h"} {
		r.write(path, path)
	}
	r.git("add", "-A")
	r.git("write-tree")
	r.edit(r.put("a/b/new", "x"))
	x := r.parseIndex()
	if len(x.extensions) != 1 || x.extensions[0].name != "TREE" {
		t.Fatalf("%+v", x.extensions)
	}
	body := string(x.extensions[0].body)
	for part, valid := range map[string]bool{"\x00-1 2\n": true, "a\x00-1 2\n": true, "b\x00-1 0\n": true, "d\x001 0\n": true, "f\x001 0\n": true} {
		if strings.Contains(body, part) != valid {
			t.Errorf("%q in %q", part, body)
		}
	}
	// a cache that is not as expected is dropped, never an error
	for _, bad := range []string{"x", "\x005 1\n", "\x00-1 1\n", "\x00-1 -1\n", "\x00z 0\n", "name\x00-1 0\n", "\x00-1 0\nrest"} {
		if out, ok := forgetTrees([]byte(bad), nil); ok {
			t.Errorf("%q gave %q", bad, out)
		}
	}
	// smudging changes no tree
	r.git("write-tree")
	r.edit(IndexEdit{Path: "h", Smudge: true})
	if body := string(r.parseIndex().extensions[0].body); strings.Contains(body, "-1") {
		t.Errorf("%q", body)
	}
	if r.git("status", "--porcelain", "h") != "A  h\n" {
		t.Error(r.git("status", "--porcelain", "h"))
	}
}

// index.skipHash leaves the checksum out; it stays out.
func TestIndexWithoutChecksum(t *testing.T) {
	r := newRealRepo(t)
	r.write("a", "x")
	r.git("add", "a")
	data, err := os.ReadFile(r.index())
	must(t, err)
	clear(data[len(data)-sha1.Size:])
	x, err := ParseIndex(data)
	must(t, err)
	must(t, x.Verify())
	e, err := x.Edit([]IndexEdit{r.put("b", "y")})
	must(t, err)
	e.Seal()
	out := e.Bytes()
	if !bytes.Equal(out[len(out)-sha1.Size:], make([]byte, sha1.Size)) {
		t.Error("a checksum appeared")
	}
}

func TestIndexSizes(t *testing.T) {
	for _, version := range []uint32{2, 4} {
		for _, size := range []int{0, 1, 2, 3, 100, 5_000, 50_000} {
			x, err := ParseIndex(syntheticIndex(size, version))
			must(t, err)
			if x.Len() != size {
				t.Fatal(x.Len())
			}
			e, err := x.Edit([]IndexEdit{{Path: "memories/80/new", Mode: ModeFile, Hash: emptyTree}, {Path: "aaa", Mode: ModeFile}, {Path: "zzz", Mode: ModeExec}})
			must(t, err)
			e.Seal()
			after, err := ParseIndex(e.Bytes())
			must(t, err)
			must(t, after.Verify())
			if after.Len() != size+3 {
				t.Fatal(after.Len())
			}
			for n := range size {
				if n%max(size/50, 1) == 0 {
					was := x.entry(n)
					if is, ok := after.Entry(was.Path); !ok || is != was {
						t.Fatalf("version %d: %+v became %+v", version, was, is)
					}
				}
			}
		}
	}
}

// syntheticIndex makes an index as git would for files in 256 folders.
func syntheticIndex(size int, version uint32) []byte {
	paths := make([]string, size)
	for i := range paths {
		paths[i] = fmt.Sprintf("memories/%02x/%06d.md", i%256, i)
	}
	slices.Sort(paths)
	data := binary.BigEndian.AppendUint32([]byte("DIRC"), version)
	data = binary.BigEndian.AppendUint32(data, uint32(size))
	var last []byte
	for i, path := range paths {
		head := make([]byte, entryName)
		Stat{1700000000, uint32(i), 1700000000, uint32(i), 2049, uint32(i), 1000, 1000, 600}.put(head)
		binary.BigEndian.PutUint32(head[statMode:], ModeFile)
		binary.BigEndian.PutUint32(head[entryHash:], uint32(i)*2654435761)
		binary.BigEndian.PutUint16(head[entryFlags:], uint16(len(path)))
		if version == 4 {
			data = append(data, appendPrefixed(head, last, []byte(path))...)
			last = []byte(path)
			continue
		}
		head = append(head, path...)
		data = append(data, append(head, make([]byte, 8-len(head)%8)...)...)
	}
	sum := sha1.Sum(data)
	return append(data, sum[:]...)
}
