package cmd_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/rogpeppe/go-internal/testscript"
)

func write(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, !neg && len(args) == 2, "write FILE TEXT")
	path := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o755))
	ts.Check(os.WriteFile(path, []byte(unescaped(ts, args[1])), 0o644))
}

func appendTo(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, !neg && len(args) == 2, "append FILE TEXT")
	data, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), append(data, unescaped(ts, args[1])...), 0o644))
}

// unescaped understands \n, \t, \x and \u.
func unescaped(ts *testscript.TestScript, text string) string {
	text, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
	ts.Check(err)
	return text
}

func swap(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, !neg && len(args) == 3, "swap FILE OLD NEW")
	path := ts.MkAbs(args[0])
	data, err := os.ReadFile(path)
	ts.Check(err)
	before, after := unescaped(ts, args[1]), unescaped(ts, args[2])
	if !strings.Contains(string(data), before) {
		ts.Fatalf("%s does not hold %q:\n%s", args[0], before, data)
	}
	ts.Check(os.WriteFile(path, []byte(strings.ReplaceAll(string(data), before, after)), 0o644))
}

func encode(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, !neg && len(args) == 2, "encode notepad|utf-16 FILE")
	path := ts.MkAbs(args[1])
	data, err := os.ReadFile(path)
	ts.Check(err)
	switch text := string(data); args[0] {
	case "notepad":
		data = []byte("\ufeff" + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\r\n"))
	case "utf-16":
		data = []byte{0xff, 0xfe}
		for _, unit := range utf16.Encode([]rune(text)) {
			data = append(data, byte(unit), byte(unit>>8))
		}
	default:
		ts.Fatalf("unknown form %q", args[0])
	}
	ts.Check(os.WriteFile(path, data, 0o644))
}

func repeat(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, !neg && len(args) == 3, "repeat NAME TEXT N")
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	ts.Setenv(args[0], strings.Repeat(args[1], n))
}

func token(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, !neg && len(args) == 3, "token NAME SEED N")
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	sum := sha256.Sum256([]byte(args[1]))
	ts.Setenv(args[0], hex.EncodeToString(sum[:])[:n])
}

// notedKey is where a story notes the bytes of files.
type notedKey struct{}

func same(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, !neg && len(args) > 1 && (args[0] == "before" || args[0] == "after"), "same before|after FILE…")
	noted := ts.Value(notedKey{}).(map[string]string)
	for _, file := range args[1:] {
		path := ts.MkAbs(file)
		data, err := os.ReadFile(path)
		if err != nil {
			data = []byte("absent")
		}
		if args[0] == "before" {
			noted[path] = string(data)
		} else if noted[path] != string(data) {
			ts.Fatalf("%s was\n%q\nand is\n%q", file, noted[path], data)
		}
	}
}

func nowhere(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, !neg && len(args) == 1 && args[0] != "", "nowhere TEXT")
	store := ts.Getenv("STORE")
	ts.Check(ts.Exec("git", "-C", store, "rev-list", "--all", "--reflog", "--objects", "--no-object-names"))
	for _, object := range strings.Fields(ts.ReadFile("stdout")) {
		kind := exec.Command("git", "-C", store, "cat-file", "-p", object)
		data, err := kind.Output()
		ts.Check(err)
		if strings.Contains(string(data), args[0]) {
			ts.Fatalf("the object %s holds the text", object)
		}
	}
	ts.Check(filepath.WalkDir(filepath.Join(store, ".git", "logs"), func(path string, _ fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		data, _ := os.ReadFile(path)
		if strings.Contains(string(data), args[0]) {
			ts.Fatalf("%s holds the text", path)
		}
		return err
	}))
}
