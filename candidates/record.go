package candidates

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"

	"gitmem/memfile"
	"gitmem/repo"
)

// Folder is where the candidates of a store lie.
const Folder = "candidates"

// Record is a candidate as a command sees it: the file as it stands, with what
// a pending operation makes of it.
type Record struct {
	memfile.Candidate
	State  State
	Path   string
	File   *memfile.CandidateFile
	Edited bool // saved by hand and not committed
}

// Invalid is a file that cannot be used, and why. It is never changed.
type Invalid struct {
	Path   string
	Faults []*memfile.Fault
}

// Listing is every open candidate and every file that is none.
type Listing struct {
	Records []Record
	Invalid []Invalid
}

// OpenList reads the open candidates, those that wait longest first. One bad
// file never stops it.
func (d *Desk) OpenList() (Listing, error) {
	names, err := os.ReadDir(filepath.Join(d.Store.Root, Folder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Listing{}, err
	}
	reader, err := d.reader()
	if err != nil {
		return Listing{}, err
	}
	var l Listing
	for _, e := range names {
		if e.IsDir() || litter(e.Name()) || !strings.HasSuffix(e.Name(), ".md") {
			continue
		}
		rec, invalid := reader.read(path.Join(Folder, e.Name()))
		if invalid != nil {
			l.Invalid = append(l.Invalid, *invalid)
			continue
		}
		l.Records = append(l.Records, rec)
	}
	l.Records = append(l.Records, reader.missing(l.Records)...)
	sort.SliceStable(l.Records, func(i, j int) bool { return l.Records[i].Created.Before(l.Records[j].Created) })
	return l, nil
}

// Litter tells by its name what editors and gitmem leave beside the files of a
// folder: backups, swap files, locks.
func Litter(name string) bool { return litter(name) }

// litter is what editors leave beside a file: backups, swap files, locks.
func litter(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "#") || strings.HasSuffix(name, "~") ||
		strings.HasSuffix(strings.TrimSuffix(name, ".md"), "~") || strings.HasSuffix(name, ".orig") || name == "4913"
}

// reader reads candidate files against one commit and the pending operations.
type reader struct {
	desk    *Desk
	view    repo.View
	blobs   map[string]string // of the open folder at HEAD, by name
	pending map[memfile.ID]repo.PendingOp
	index   *knownCandidates // once it was asked for
}

// known is the cache of what became of every candidate, loaded once.
func (r *reader) known() (knownCandidates, error) {
	if r.index == nil {
		k, err := r.desk.known(r.view)
		if err != nil {
			return knownCandidates{}, err
		}
		r.index = &k
	}
	return *r.index, nil
}

func (d *Desk) reader() (*reader, error) {
	view, err := d.Store.View()
	if err != nil {
		return nil, err
	}
	blobs, err := view.Files(Folder)
	if err != nil {
		return nil, err
	}
	ops, err := d.Store.Pending()
	if err != nil {
		return nil, err
	}
	r := &reader{desk: d, view: view, blobs: blobs, pending: map[memfile.ID]repo.PendingOp{}}
	for _, op := range ops {
		for _, id := range op.IDs {
			r.pending[id] = op
		}
	}
	return r, nil
}

// read reads one candidate file of the open folder.
func (r *reader) read(path string) (Record, *Invalid) {
	data, err := r.desk.Store.Read(path)
	if err != nil {
		return Record{}, invalid(path, err)
	}
	file, err := memfile.ParseCandidate(path, data)
	if err != nil {
		return Record{}, invalid(path, err)
	}
	rec := Record{Candidate: file.Candidate(), Path: path, File: file}
	if f := file.NameFault(); f != nil {
		return rec, faultOf(f)
	}
	rec.Edited = memfile.BlobID(data) != r.blobs[filepath.Base(path)]
	rec.State = r.overlay(rec.Candidate)
	if rec.Edited && rec.State == State(rec.Status) {
		return rec, r.forged(rec)
	}
	return rec, nil
}

// overlay is the state that a pending operation puts a candidate in.
func (r *reader) overlay(c memfile.Candidate) State {
	op, ok := r.pending[c.ID]
	if !ok || op.Path == "" {
		return State(c.Status)
	}
	switch op.State {
	case repo.Applying:
		return Applying
	case repo.Undoing:
		return Undoing
	case repo.Uncertain:
		return Uncertain
	}
	return State(c.Status)
}

// forged compares what a person saved with what is committed. gitmem's own
// keys must be the same; a file that was never committed was not made by it.
func (r *reader) forged(rec Record) *Invalid {
	blob := r.blobs[filepath.Base(rec.Path)]
	if blob == "" {
		return r.stranger(rec)
	}
	data, err := r.desk.Store.BlobData(blob)
	if err != nil {
		return invalid(rec.Path, err)
	}
	committed, err := memfile.ParseCandidate(rec.Path, data)
	if err != nil {
		return invalid(rec.Path, err)
	}
	if faults := memfile.OwnKeys(committed, rec.File); len(faults) > 0 {
		return &Invalid{Path: rec.Path, Faults: faults}
	}
	return nil
}

// stranger names an uncommitted file in the open folder: the late save of an
// editor whose candidate was decided meanwhile, or one that gitmem never made.
func (r *reader) stranger(rec Record) *Invalid {
	known, err := r.known()
	if err != nil {
		return invalid(rec.Path, err)
	}
	if k, ok := known.one(rec.ID); ok && memfile.Settled(k.Status) {
		return faultOf(rec.File.Fault("", ruleLate, "this candidate is "+k.Status+" already; the file was saved after that and is ignored",
			"to use its text: `gitmem revive "+string(rec.ID)+"`, or propose it anew; then delete the file"))
	}
	return faultOf(rec.File.Fault("", "candidate.forged", "this file was not made by gitmem and is not used", "propose the change with `gitmem propose` or `gitmem add --propose`"))
}

// missing are candidates that a pending operation is moving at this moment.
func (r *reader) missing(have []Record) []Record {
	seen := map[memfile.ID]bool{}
	for _, rec := range have {
		seen[rec.ID] = true
	}
	var found []Record
	for id, op := range r.pending {
		if seen[id] || op.Path == "" || id.Kind() != memfile.KindCandidate {
			continue
		}
		rec, err := r.settled(id)
		if errors.Is(err, ErrNotFound) {
			rec, err = r.atStake(id)
		}
		if err == nil {
			found = append(found, rec)
		}
	}
	return found
}

// settled reads a candidate of a day's folder, as it stands on disk; where a
// pending operation has not put it there yet, as its commit has it.
func (r *reader) settled(id memfile.ID) (Record, error) {
	known, err := r.known()
	if err != nil {
		return Record{}, err
	}
	k, ok := known.one(id)
	if !ok {
		return Record{}, ErrNotFound
	}
	return r.settledAt(k)
}

// settledAt is settled with the cache's line at hand.
func (r *reader) settledAt(k knownLine) (Record, error) {
	data, err := r.desk.Store.Read(k.path())
	if errors.Is(err, fs.ErrNotExist) {
		var ok bool
		if data, ok, err = r.view.File(k.path()); err == nil && !ok {
			err = ErrNotFound
		}
	}
	if err != nil {
		return Record{}, err
	}
	file, err := memfile.ParseCandidate(k.path(), data)
	if err != nil {
		return Record{}, err
	}
	rec := Record{Candidate: file.Candidate(), Path: k.path(), File: file}
	rec.State = r.overlay(rec.Candidate)
	return rec, nil
}

func faultOf(f *memfile.Fault) *Invalid { return &Invalid{Path: f.Path, Faults: []*memfile.Fault{f}} }

// NewInvalid says why a file of the store cannot be used.
func NewInvalid(path string, err error) *Invalid { return invalid(path, err) }

func invalid(path string, err error) *Invalid {
	var faults memfile.Faults
	if errors.As(err, &faults) {
		return &Invalid{Path: path, Faults: faults}
	}
	var one *memfile.Fault
	if errors.As(err, &one) {
		return faultOf(one)
	}
	return faultOf(&memfile.Fault{Path: path, Rule: "unreadable", Message: strings.TrimPrefix(err.Error(), path+": ")})
}
