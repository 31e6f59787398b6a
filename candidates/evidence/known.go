package evidence

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"

	"gitmem/candidates/known"
	"gitmem/memfile"
	"gitmem/memfile/fold"
	"gitmem/repo"
)

// knownForm names the form of the lines that are kept of experiences: status,
// kind, day, blob, and the digests of the session and, of what is forgotten, of
// its folded words.
const knownForm = "experiences 1"

// knownLine is one experience as its last operation left it.
type knownLine struct {
	ID           memfile.ID
	Status, Kind string
	Path         string
	Blob         string
	Session      string // digest of the session, empty for none
	Words        string // digest of the folded words, of what is forgotten
}

func readLine(l known.Line) (knownLine, bool) {
	if len(l.Fields) != 6 {
		return knownLine{}, false
	}
	f := l.Fields
	day := path.Join(memfile.ExperienceFolder, f[2], string(l.ID)+".md")
	return knownLine{ID: l.ID, Status: f[0], Kind: f[1], Path: day, Blob: f[3], Session: f[4], Words: f[5]}, true
}

// digestWord stands for a text in a line; empty for an empty one.
func digestWord(text string) string {
	if text == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// dayOf is the day in the path of an experience, as YYYY/MM/DD.
func dayOf(file string) string {
	return strings.TrimPrefix(path.Dir(file), memfile.ExperienceFolder+"/")
}

// words stand for what an experience says, in the form in which two wordings
// are the same.
func words(e memfile.Experience) string {
	return digestWord(fold.Key(e.Title) + "\n" + fold.Key(e.Summary) + "\n" + fold.Key(e.Resolution))
}

// lines are what operations made of the experiences up to a commit.
type lines struct{ known.Lines }

func (l *Ledger) lines(view repo.View) (lines, error) {
	table := known.Table{Store: l.Desk.Store, Folder: memfile.ExperienceFolder, Form: knownForm, Read: l.readBlob}
	all, err := table.Load(view)
	return lines{all}, err
}

// readBlob makes the line of a committed experience; what is none, or damaged,
// has no line.
func (l *Ledger) readBlob(file, blob string) (known.Line, bool, error) {
	id, err := memfile.ParseID(strings.TrimSuffix(path.Base(file), ".md"))
	if err != nil {
		return known.Line{}, false, nil
	}
	data, err := l.Desk.Store.BlobData(blob)
	if err != nil {
		return known.Line{}, false, err
	}
	parsed, err := memfile.ParseExperience(file, data)
	if err != nil || parsed.NameFault() != nil {
		return known.Line{}, false, nil
	}
	e := parsed.Experience()
	forgotten := ""
	if e.Status == memfile.StatusForgotten {
		forgotten = words(e)
	}
	return known.Line{ID: id, Fields: []string{e.Status, e.Kind, dayOf(file), blob, digestWord(e.Source.Session), forgotten}}, true, nil
}

// visit gives the newest line of every experience whose id begins so.
func (l lines) visit(prefix string, see func(knownLine)) {
	known.VisitAs(l.Lines, prefix, readLine, see)
}

// one finds the line of a whole id.
func (l lines) one(id memfile.ID) (knownLine, bool) {
	return known.OneAs(l.Lines, id, readLine)
}

// forgotten finds what was forgotten and says the same as an experience.
func (l lines) forgotten(e memfile.Experience) (memfile.ID, bool) {
	same := words(e)
	if same == "" || !l.Mention(same) {
		return "", false
	}
	var found memfile.ID
	l.visit("", func(k knownLine) {
		if k.Words == same {
			found = k.ID
		}
	})
	return found, found != ""
}
