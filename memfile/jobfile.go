package memfile

// Keys of a settled job, in the order in which a new file has them. All are gitmem's own.
var jobKeys = []string{
	"gitmem", "id", "kind", "session", "message", "identity", "extractor", "attempts", "outcome", "error", "detail", "model", "request",
	"answer", "counts", "made", "global", "refused_items", "created", "finished",
}

// JobFile is a parsed settled job together with its bytes. It never changes.
type JobFile struct {
	recordFile
	job Job
}

// ParseJob reads the file of a settled job: YAML without fences. The error is Faults: everything that is wrong, with line
// and column.
func ParseJob(path string, data []byte) (*JobFile, error) {
	front, err := parseYAMLFile(path, data)
	if err != nil {
		return nil, err
	}
	d := jobReader{decoder: decoder{path: path}}
	d.read(front.root)
	d.check(front.root, d.j.broken(), recordFile{front}.place)
	if err := front.unspliceable(); err != nil {
		d.faults = append(d.faults, err.(*Fault))
	}
	if len(d.faults) > 0 {
		return nil, d.faults.err()
	}
	return &JobFile{recordFile{front}, d.j}, nil
}

// Job gives what the file says, as a copy that may be changed.
func (f *JobFile) Job() Job { return f.job.clone() }

// NameFault reports a file whose name is not its id, nil if it is.
func (f *JobFile) NameFault() *Fault { return f.nameFault(string(f.job.ID) + ".yaml") }

// RefusedFault makes a fault at one refused item, counted from 0.
func (f *JobFile) RefusedFault(i int, rule, message, hint string) *Fault {
	return f.itemFault("refused_items", i, rule, message, hint)
}

// JobOwnKeys gives a fault for each key in which the present file differs from the committed one.
func JobOwnKeys(committed, present *JobFile) []*Fault {
	return present.ownKeys(committed.job, present.job, jobKeys, "nothing in the record of a job")
}

// Update gives the file with what differs between its job and now. The error says which rule now breaks (*RecordError), or
// is a *Fault of a file whose keys do not stand on lines of their own.
func (f *JobFile) Update(now Job) ([]byte, error) {
	now = now.normal()
	if err := now.Check(); err != nil {
		return nil, err
	}
	data, err := f.spliced(f.job, now, jobKeys, nil)
	if err != nil {
		return nil, err
	}
	again, err := ParseJob(f.front.path, data)
	if err != nil || len(differing(again.job, now, jobKeys)) > 0 {
		return nil, f.unlike(err)
	}
	return data, nil
}

// jobReader fills a job from its file.
type jobReader struct {
	decoder
	j Job
}

func (d *jobReader) read(root *node) {
	for _, f := range root.fields {
		if !d.plain(f) && !d.stamp(f) && !d.nested(f) {
			d.unknown(f, jobKeys)
		}
	}
	d.need(root, "gitmem", "id", "kind", "identity", "extractor", "attempts", "outcome", "counts", "created", "finished")
	if d.j.Outcome == JobFailed {
		d.need(root, "error")
	}
}

func (d *jobReader) plain(f field) bool {
	switch n := f.value; f.name {
	case "gitmem":
		d.word(n, f.name, FormatJob1)
	case "kind":
		d.j.Kind = d.word(n, f.name, JobKinds()...)
	case "session":
		d.j.Session = d.exact(n, f.name)
	case "message":
		d.j.Message = d.exact(n, f.name)
	case "extractor":
		d.j.Extractor = d.exact(n, f.name)
	case "attempts":
		d.j.Attempts = d.count(n, f.name)
	case "outcome":
		d.j.Outcome = d.word(n, f.name, JobCompleted, JobFailed)
	case "error":
		d.j.Error = d.exact(n, f.name)
	case "detail":
		d.j.Detail = d.exact(n, f.name)
	case "model":
		d.j.Model = d.exact(n, f.name)
	default:
		return false
	}
	return true
}

func (d *jobReader) stamp(f field) bool {
	switch n := f.value; f.name {
	case "id":
		d.j.ID = d.id(n, f.name, KindJob)
	case "identity":
		d.j.Identity = d.exact(n, f.name)
	case "request":
		d.j.Request = d.exact(n, f.name)
	case "answer":
		d.j.Answer = d.exact(n, f.name)
	case "created":
		d.j.Created = d.time(n, f.name)
	case "finished":
		d.j.Finished = d.time(n, f.name)
	default:
		return false
	}
	return true
}

func (d *jobReader) nested(f field) bool {
	switch n := f.value; f.name {
	case "counts":
		d.j.Counts = d.counts(n, f.name)
	case "made":
		d.j.Made = d.ids(n, f.name, KindExperience, KindCandidate)
	case "global":
		d.j.Global = d.ids(n, f.name, KindCandidate)
	case "refused_items":
		d.j.Refused = d.refused(n, f.name)
	default:
		return false
	}
	return true
}

func (d *jobReader) counts(n *node, key string) (c JobCounts) {
	if !d.isMap(n, key) {
		return c
	}
	d.parts(n,
		part{"experiences", into(&c.Experiences, d.count)},
		part{"memories", into(&c.Memories, d.count)},
		part{"refused", into(&c.Refused, d.count)},
		part{"unverified", into(&c.Unverified, d.count)},
	)
	d.need(n, "experiences", "memories", "refused", "unverified")
	return c
}

func (d *jobReader) refused(n *node, key string) (out []RefusedItem) {
	if n.kind != yamlList {
		d.fault(n, RuleType, key+" must be a list", "")
		return nil
	}
	for _, item := range n.items {
		var one RefusedItem
		if d.isMap(item, "a refused item") {
			d.parts(item,
				part{"ordinal", into(&one.Ordinal, d.count)},
				part{"field", into(&one.Field, d.exact)},
				part{"detail", into(&one.Detail, d.exact)},
			)
			d.need(item, "ordinal", "field", "detail")
		}
		out = append(out, one) // also a broken one: places are counted
	}
	return out
}
