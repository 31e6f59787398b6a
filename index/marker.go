package index

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"gitmem/index/corpus"
	"gitmem/index/words"
)

// format names everything on which the bytes of a generation depend: the form
// of its files and the weights, which the number stands for, and the analysis
// of text, which shows in the terms of a sample. A generation of another format
// is built anew.
var format = sync.OnceValue(func() string {
	var terms []byte
	for _, t := range words.Index(sample) {
		terms = append(terms, t.Text...)
		terms = append(terms, byte(t.Position), byte(t.Start), byte(t.End))
	}
	return fmt.Sprintf("gitmem index 2 %08x", crc32.Checksum(terms, castagnoli()))
})

// sample holds what analyses differ in.
const sample = "Running the retries, don't: getUserName HTTPServer snake_case http.proxy v5.16 retry.go --dry-run C++ .NET a::b path/to/x @scope/pkg " +
	"Café cafe\u0301 Straße ＡＰＩ ｷｰ 部署前 デプロイ 테스트 ภาษาไทย नमस्ते العربية 1,000.5 e-mail"

// cannotSyncFolders: Windows has no call for it.
const cannotSyncFolders = runtime.GOOS == "windows"

// marker says what stands in the folder of a generation. It is written last,
// and every opening compares.
type marker struct {
	Format string       `json:"format"`
	Files  []markedFile `json:"files"`
	Sum    uint32       `json:"sum"` // of the rest
}

// markedFile is one file. A file with the same stamp is taken for the same; in
// any other case its checksum decides.
type markedFile struct {
	Path     string `json:"path"` // with slashes, from the folder
	Size     int64  `json:"size"`
	Modified int64  `json:"modified"` // Unix nanoseconds
	Inode    uint64 `json:"inode,omitempty"`
	CRC      uint32 `json:"crc32c"`
}

func (m marker) sum() uint32 {
	m.Sum = 0
	data, _ := json.Marshal(m)
	return crc32.Checksum(data, castagnoli())
}

// writeMarker describes a finished folder. All its files are synced by then.
func writeMarker(dir string) error {
	m := marker{Format: format()}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		f, err := mark(dir, path)
		m.Files = append(m.Files, f)
		return err
	})
	if err != nil {
		return err
	}
	m.Sum = m.sum()
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return writeSynced(filepath.Join(dir, markerName), data)
}

func mark(dir, path string) (markedFile, error) {
	rel, err := filepath.Rel(dir, path)
	if err != nil {
		return markedFile{}, err
	}
	info, err := os.Lstat(path)
	if err != nil {
		return markedFile{}, err
	}
	sum, err := checksum(path)
	s := stampOf(info)
	return markedFile{Path: filepath.ToSlash(rel), Size: s.size, Modified: s.modified, Inode: s.inode, CRC: sum}, err
}

// checksum is the CRC-32C of a file.
func checksum(path string) (uint32, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	h := crc32.New(castagnoli())
	_, err = io.CopyBuffer(struct{ io.Writer }{h}, struct{ io.Reader }{f}, make([]byte, 256<<10))
	return h.Sum32(), err
}

// readMarker reads the marker of a generation. The error is
// *corpus.DamagedError where it is not what this version writes.
func readMarker(dir string) (marker, error) {
	damaged := func(reason string) (marker, error) { return marker{}, &corpus.DamagedError{Dir: dir, Reason: reason} }
	path := filepath.Join(dir, markerName)
	if info, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return damaged("it has no marker")
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return marker{}, err
	}
	var m marker
	if err := json.Unmarshal(data, &m); err != nil {
		return damaged("the marker is damaged")
	}
	if m.Format != format() {
		return damaged(fmt.Sprintf("it has the form %q; this version of gitmem has %q", m.Format, format()))
	}
	if m.Sum != m.sum() {
		return damaged("the marker is damaged")
	}
	return m, nil
}

// checkMarker compares a folder with its marker; thoroughly: every checksum.
func checkMarker(dir string, thoroughly bool) error {
	m, err := readMarker(dir)
	if err != nil {
		return err
	}
	for _, f := range m.Files {
		if err := f.check(dir, thoroughly); err != nil {
			return err
		}
	}
	return nil
}

func (f markedFile) check(dir string, thoroughly bool) error {
	path := filepath.Join(dir, filepath.FromSlash(f.Path))
	damaged := func(what string) error { return &corpus.DamagedError{Dir: dir, Reason: f.Path + " " + what} }
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return damaged("is missing")
	}
	if err != nil {
		return err
	}
	s := stampOf(info)
	switch {
	case !info.Mode().IsRegular():
		return damaged("is not a plain file")
	case s.size != f.Size:
		return damaged(fmt.Sprintf("has %d bytes instead of %d", s.size, f.Size))
	case !thoroughly && s.modified == f.Modified && s.inode == f.Inode:
		return nil
	}
	sum, err := checksum(path)
	if err == nil && sum != f.CRC {
		err = damaged("has other bytes than were written")
	}
	return err
}

// writeSynced writes a new file and brings it to the disk.
func writeSynced(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}
