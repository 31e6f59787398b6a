package candidates

import (
	"path"
	"slices"
	"strings"

	"gitmem/candidates/known"
	"gitmem/memfile"
	"gitmem/memfile/fold"
	"gitmem/repo"
)

// knownForm names the form of the lines that are kept of candidates. A line
// has the fields of knownLine; folded tombstones and cited ids are lists.
const (
	knownForm = "candidates 3"
	listSep   = "\x1f"
	openDay   = "open"
)

// knownLine is one candidate in the cache.
type knownLine struct {
	ID         memfile.ID
	Status     string
	Day        string // YYYY/MM/DD, or open
	Blob       string // of the file, as its last operation left it
	Evidence   []memfile.ID
	Tombstones []string
}

func (k knownLine) path() string {
	if k.Day == openDay {
		return path.Join(Folder, string(k.ID)+".md")
	}
	return path.Join(Folder, k.Day, string(k.ID)+".md")
}

func (k knownLine) line() known.Line {
	ids := make([]string, len(k.Evidence))
	for i, id := range k.Evidence {
		ids[i] = string(id)
	}
	return known.Line{ID: k.ID, Fields: []string{k.Status, k.Day, k.Blob, strings.Join(ids, listSep), strings.Join(k.Tombstones, listSep)}}
}

func readKnown(l known.Line) (knownLine, bool) {
	if len(l.Fields) != 5 {
		return knownLine{}, false
	}
	k := knownLine{ID: l.ID, Status: l.Fields[0], Day: l.Fields[1], Blob: l.Fields[2]}
	for _, id := range listOf(l.Fields[3]) {
		k.Evidence = append(k.Evidence, memfile.ID(id))
	}
	k.Tombstones = listOf(l.Fields[4])
	return k, true
}

func listOf(field string) []string {
	if field == "" {
		return nil
	}
	return strings.Split(field, listSep)
}

// knownCandidates is what operations made of every candidate up to a commit.
type knownCandidates struct{ known.Lines }

// known loads the cache and brings it up to a commit.
func (d *Desk) known(view repo.View) (knownCandidates, error) {
	lines, err := known.Table{Store: d.Store, Folder: Folder, Form: knownForm, Read: d.lineOf}.Load(view)
	return knownCandidates{lines}, err
}

// lineOf reads a committed candidate; what is none, or damaged, has no line.
func (d *Desk) lineOf(file, blob string) (known.Line, bool, error) {
	id, err := memfile.ParseID(strings.TrimSuffix(path.Base(file), ".md"))
	if err != nil {
		return known.Line{}, false, nil
	}
	data, err := d.Store.BlobData(blob)
	if err != nil {
		return known.Line{}, false, err
	}
	parsed, err := memfile.ParseCandidate(file, data)
	if err != nil {
		return known.Line{}, false, nil
	}
	c := parsed.Candidate()
	day := strings.TrimPrefix(path.Dir(file), Folder+"/")
	if path.Dir(file) == Folder {
		day = openDay
	}
	line := knownLine{ID: id, Status: c.Status, Day: day, Blob: blob, Evidence: c.Evidence}
	for _, text := range Tombstones(c) {
		if key := fold.Key(text); key != "" {
			line.Tombstones = append(line.Tombstones, key)
		}
	}
	return line.line(), true, nil
}

// lines visits the newest line of every candidate whose id begins so.
func (k knownCandidates) lines(prefix string, visit func(knownLine)) {
	known.VisitAs(k.Lines, prefix, readKnown, visit)
}

// one finds the line of a whole id.
func (k knownCandidates) one(id memfile.ID) (knownLine, bool) {
	return known.OneAs(k.Lines, id, readKnown)
}

// citing are the lines of the candidates that name one of these as evidence.
func (k knownCandidates) citing(ids []memfile.ID) []knownLine {
	var found []knownLine
	if !slices.ContainsFunc(ids, func(id memfile.ID) bool { return k.Mention(string(id)) }) {
		return nil
	}
	k.lines("", func(l knownLine) {
		if meet(l.Evidence, ids) {
			found = append(found, l)
		}
	})
	slices.SortFunc(found, func(a, b knownLine) int { return strings.Compare(string(a.ID), string(b.ID)) })
	return found
}

// meet tells whether two lists of ids have one in common.
func meet(a, b []memfile.ID) bool {
	return slices.ContainsFunc(a, func(id memfile.ID) bool { return slices.Contains(b, id) })
}

// tombstone finds the candidate in which a person decided against a text.
func (k knownCandidates) tombstone(text string) (memfile.ID, bool) {
	key := fold.Key(text)
	if key == "" || !k.Mention(key) {
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
func (k knownCandidates) nearTombstone(text string) (knownLine, string, bool) {
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
