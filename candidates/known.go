package candidates

import (
	"bytes"
	"os"
	"path"
	"strings"

	"gitmem/memfile"
	"gitmem/memfile/fold"
	"gitmem/repo"
)

// knownName is the private cache of what every committed candidate came to,
// so that an id or a tombstone is found without reading their files. A line is
// id, status, day and the folded tombstones, separated by tabs; a later line
// of an id replaces an earlier one; the last line names the commit up to which
// the lines tell. It is extended by what is new and never needed for truth.
const (
	knownName    = "candidates"
	knownHeader  = "candidates 1\n"
	commitMark   = "="
	tombstoneSep = "\x1f"
	openDay      = "open"
)

// knownLine is one candidate in the cache.
type knownLine struct {
	ID         memfile.ID
	Status     string
	Day        string // YYYY/MM/DD, or open
	Tombstones []string
}

func (k knownLine) path() string {
	if k.Day == openDay {
		return path.Join(Folder, string(k.ID)+".md")
	}
	return path.Join(Folder, k.Day, string(k.ID)+".md")
}

func (k knownLine) String() string {
	return strings.Join([]string{string(k.ID), k.Status, k.Day, strings.Join(k.Tombstones, tombstoneSep)}, "\t") + "\n"
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

func (d *Desk) loadKnown() []byte {
	data, err := os.ReadFile(d.Store.CachePath(knownName))
	if err != nil || !bytes.HasPrefix(data, []byte(knownHeader)) {
		return nil
	}
	return data
}

// commit is the commit that the last line names; empty where the cache is
// missing or its end is torn.
func (k known) commit() string {
	if !bytes.HasSuffix(k.data, []byte("\n")) {
		return ""
	}
	last := k.data[bytes.LastIndexByte(k.data[:len(k.data)-1], '\n')+1:]
	commit, ok := strings.CutPrefix(strings.TrimSpace(string(last)), commitMark)
	if !ok {
		return ""
	}
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

// knownSince makes the lines of what differs between two commits.
func (d *Desk) knownSince(since, view repo.View) ([]byte, error) {
	var out bytes.Buffer
	if err := d.deletedByHand(&out, since, view); err != nil {
		return nil, err
	}
	err := view.Changed(since, Folder, func(file, before, after string) error {
		if after == "" {
			return nil // moved by an operation, or deleted by hand, which keeps its tombstone
		}
		line, ok, err := d.lineOf(file, after)
		if ok {
			out.WriteString(line.String())
		}
		return err
	})
	out.WriteString(commitMark + view.Commit + "\n")
	return out.Bytes(), err
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
	line := knownLine{ID: id, Status: c.Status, Day: day}
	for _, text := range Tombstones(c) {
		if key := fold.Key(text); key != "" {
			line.Tombstones = append(line.Tombstones, key)
		}
	}
	return line, true, nil
}

// deletedByHand finds the settled candidates whose files a commit by hand has
// deleted: their tombstones hold all the same.
func (d *Desk) deletedByHand(out *bytes.Buffer, since, view repo.View) error {
	return d.Store.HandCommits(since, view, func(parent, commit repo.View) error {
		return commit.Changed(parent, Folder, func(file, before, after string) error {
			if before == "" || after != "" {
				return nil
			}
			line, ok, err := d.lineOf(file, before)
			if ok && memfile.Settled(line.Status) {
				out.WriteString(line.String())
			}
			return err
		})
	})
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
	if len(parts) != 4 {
		return knownLine{}, false
	}
	k := knownLine{ID: memfile.ID(parts[0]), Status: parts[1], Day: parts[2]}
	if parts[3] != "" {
		k.Tombstones = strings.Split(parts[3], tombstoneSep)
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
