package candidates

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"os"
	"path"
	"slices"
	"strings"

	"gitmem/memfile"
	"gitmem/memfile/fold"
	"gitmem/repo"
)

// knownName is the private cache of what operations made of every candidate,
// so that an id or a tombstone is found without reading their files, and that
// no commit by hand changes what was decided. A line is id, status, day, blob
// and the folded tombstones, separated by tabs; a later line of an id replaces
// an earlier one. A mark after some lines names the commit up to which they
// tell, and their checksum. The file is extended by what is new, and made anew
// from the history where it is missing or damaged.
const (
	knownName    = "candidates"
	knownHeader  = "candidates 2\n"
	commitMark   = "="
	tombstoneSep = "\x1f"
	openDay      = "open"
)

// knownLine is one candidate in the cache.
type knownLine struct {
	ID         memfile.ID
	Status     string
	Day        string // YYYY/MM/DD, or open
	Blob       string // of the file, as its last operation left it
	Tombstones []string
}

func (k knownLine) path() string {
	if k.Day == openDay {
		return path.Join(Folder, string(k.ID)+".md")
	}
	return path.Join(Folder, k.Day, string(k.ID)+".md")
}

func (k knownLine) String() string {
	return strings.Join([]string{string(k.ID), k.Status, k.Day, k.Blob, strings.Join(k.Tombstones, tombstoneSep)}, "\t") + "\n"
}

// known is the cache, caught up with a commit.
type known struct{ data []byte }

// known loads the cache and extends it to a commit.
func (d *Desk) known(view repo.View) (known, error) {
	k := known{data: d.loadKnown()}
	since := k.commit()
	if since == view.Commit {
		return k, nil
	}
	former, err := d.Store.At(since)
	if since == "" || err != nil {
		return d.rebuildKnown(view)
	}
	added, err := d.knownSince(former, view)
	if err != nil {
		return d.rebuildKnown(view)
	}
	k.data = append(k.data, added...)
	d.appendKnown(added)
	return k, nil
}

// loadKnown reads the cache; a damaged one is none.
func (d *Desk) loadKnown() []byte {
	data, err := os.ReadFile(d.Store.CachePath(knownName))
	if err != nil || !bytes.HasPrefix(data, []byte(knownHeader)) || !intact(data[len(knownHeader):]) {
		return nil
	}
	return data
}

// intact compares the checksum of every mark with the lines before it.
func intact(data []byte) bool {
	for len(data) > 0 {
		at := 0
		if data[0] != commitMark[0] {
			at = bytes.Index(data, []byte("\n"+commitMark)) + 1
		}
		if at == 0 && data[0] != commitMark[0] {
			return false
		}
		mark, rest, ok := bytes.Cut(data[at:], []byte("\n"))
		commit, sum, two := strings.Cut(strings.TrimPrefix(string(mark), commitMark), " ")
		if !ok || !two || sum != checksum(data[:at], commit) {
			return false
		}
		data = rest
	}
	return true
}

func checksum(lines []byte, commit string) string {
	return fmt.Sprintf("%08x", crc32.Update(crc32.ChecksumIEEE(lines), crc32.IEEETable, []byte(commit)))
}

// marked closes lines with the commit up to which they tell.
func marked(lines []byte, commit string) []byte {
	return append(lines, fmt.Sprintf("%s%s %s\n", commitMark, commit, checksum(lines, commit))...)
}

// commit is the commit that the last mark names; empty without a cache.
func (k known) commit() string {
	if len(k.data) == 0 {
		return ""
	}
	last := k.data[bytes.LastIndexByte(k.data[:len(k.data)-1], '\n')+1:]
	commit, _, _ := strings.Cut(strings.TrimPrefix(string(last), commitMark), " ")
	return commit
}

func (d *Desk) rebuildKnown(view repo.View) (known, error) {
	lines, err := d.knownSince(repo.View{}, view)
	if err != nil {
		return known{}, err
	}
	k := known{data: append([]byte(knownHeader), lines...)}
	_ = d.Store.SaveCache(knownName, k.data) // without it the next command rebuilds again
	return k, nil
}

// appendKnown extends the file by one write; a torn one is seen by its end.
func (d *Desk) appendKnown(added []byte) {
	f, err := os.OpenFile(d.Store.CachePath(knownName), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return
	}
	_, _ = f.Write(added)
	_ = f.Close()
}

// knownSince makes the lines of what operations did between two commits. What
// a commit by hand did to a candidate, or deleted, is drift and changes
// nothing here: a tombstone outlives its file.
func (d *Desk) knownSince(since, view repo.View) ([]byte, error) {
	var out bytes.Buffer
	err := d.Store.OperationCommits(since, view, func(c repo.OperationCommit) error {
		return c.Commit.Changed(c.Parent, Folder, func(file, _, after string) error {
			if after == "" {
				return nil
			}
			line, ok, err := d.lineOf(file, after)
			if ok && (c.Cut || slices.Contains(c.Message.IDs, line.ID)) {
				out.WriteString(line.String())
			}
			return err
		})
	})
	return marked(out.Bytes(), view.Commit), err
}

// lineOf reads a committed candidate; what is none, or damaged, has no line.
func (d *Desk) lineOf(file, blob string) (knownLine, bool, error) {
	id, err := memfile.ParseID(strings.TrimSuffix(path.Base(file), ".md"))
	if err != nil {
		return knownLine{}, false, nil
	}
	data, err := d.Store.BlobData(blob)
	if err != nil {
		return knownLine{}, false, err
	}
	parsed, err := memfile.ParseCandidate(file, data)
	if err != nil {
		return knownLine{}, false, nil
	}
	c := parsed.Candidate()
	day := strings.TrimPrefix(path.Dir(file), Folder+"/")
	if path.Dir(file) == Folder {
		day = openDay
	}
	line := knownLine{ID: id, Status: c.Status, Day: day, Blob: blob}
	for _, text := range Tombstones(c) {
		if key := fold.Key(text); key != "" {
			line.Tombstones = append(line.Tombstones, key)
		}
	}
	return line, true, nil
}

// lines visits the newest line of every candidate whose id begins so.
func (k known) lines(prefix string, visit func(knownLine)) {
	found := map[string]knownLine{}
	for rest := k.data; ; {
		at := bytes.Index(rest, []byte("\n"+prefix))
		if at < 0 {
			break
		}
		line, _, _ := bytes.Cut(rest[at+1:], []byte("\n"))
		rest = rest[at+1+len(line):]
		if parsed, ok := parseKnown(string(line)); ok {
			found[string(parsed.ID)] = parsed
		}
	}
	for _, line := range found {
		visit(line)
	}
}

func parseKnown(line string) (knownLine, bool) {
	parts := strings.Split(line, "\t")
	if len(parts) != 5 {
		return knownLine{}, false
	}
	k := knownLine{ID: memfile.ID(parts[0]), Status: parts[1], Day: parts[2], Blob: parts[3]}
	if parts[4] != "" {
		k.Tombstones = strings.Split(parts[4], tombstoneSep)
	}
	return k, true
}

// one finds the line of a whole id.
func (k known) one(id memfile.ID) (knownLine, bool) {
	var found knownLine
	ok := false
	k.lines(string(id)+"\t", func(l knownLine) { found, ok = l, true })
	return found, ok
}

// tombstone finds the candidate in which a person decided against a text.
func (k known) tombstone(text string) (memfile.ID, bool) {
	key := fold.Key(text)
	if key == "" || !bytes.Contains(k.data, []byte(key)) {
		return "", false
	}
	var found memfile.ID
	k.lines("", func(l knownLine) {
		for _, t := range l.Tombstones {
			if t == key {
				found = l.ID
			}
		}
	})
	return found, found != ""
}

// nearTombstone finds a text that a person decided against and that says
// nearly the same.
func (k known) nearTombstone(text string) (knownLine, string, bool) {
	var best knownLine
	var words string
	top := nearEnough
	k.lines("", func(l knownLine) {
		for _, t := range l.Tombstones {
			if s := memfile.Similarity(t, text); s >= top {
				best, words, top = l, t, s
			}
		}
	})
	return best, words, best.ID != ""
}

// nearEnough is the similarity from which two wordings are shown side by side.
const nearEnough = 0.75

// Tombstones are the texts that a candidate's life has decided against: what a
// person rejected, what an undo took away, what a person removed.
func Tombstones(c memfile.Candidate) []string {
	byPerson := c.Decided != nil && c.Decided.By == memfile.ActorUser
	var texts []string
	for i, e := range c.Edits() {
		switch {
		case c.Status == memfile.StatusRejected && byPerson, c.Status == memfile.StatusUndone:
			if e.Action != memfile.ActionRemove {
				texts = append(texts, e.Content)
			}
		case c.Status == memfile.StatusApplied && byPerson && e.Action == memfile.ActionRemove:
			if c.Effect != nil && i < len(c.Effect.Entries) {
				texts = append(texts, memfile.ItemText(c.Effect.Entries[i].Before))
			}
		}
	}
	return texts
}
