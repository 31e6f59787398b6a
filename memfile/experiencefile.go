package memfile

// Keys of an experience, in the order in which a new file has them. All are gitmem's own.
var experienceKeys = []string{
	"gitmem", "id", "kind", "status", "confidence", "source", "evidence", "guard", "created", "updated",
}

// ExperienceFile is a parsed experience together with its bytes. It never changes.
type ExperienceFile struct {
	recordFile
	experience Experience
	body       experienceBody
}

// ParseExperience reads the file of an experience. The error is Faults: everything that is wrong, with line and column. A
// file whose experience breaks a rule of [Experience.Check] is refused too.
func ParseExperience(path string, data []byte) (*ExperienceFile, error) {
	front, err := ParseFrontMatter(path, data)
	if err != nil {
		return nil, err
	}
	d := experienceReader{decoder: decoder{path: path}}
	d.read(front.root)
	f := &ExperienceFile{recordFile{front}, d.e, cutExperience(front.Body())}
	f.experience.Title, f.experience.Summary, f.experience.Resolution = f.body.title, f.body.summary, f.body.resolution
	d.faults = append(d.faults, f.body.faults(front)...)
	d.check(front.root, f.experience.broken(), f.place)
	if err := front.unspliceable(); err != nil {
		d.faults = append(d.faults, err.(*Fault))
	}
	if len(d.faults) > 0 {
		return nil, d.faults.err()
	}
	return f, nil
}

// Experience gives what the file says, as a copy that may be changed.
func (f *ExperienceFile) Experience() Experience { return f.experience.clone() }

// NameFault reports a file whose name is not its id, nil if it is.
func (f *ExperienceFile) NameFault() *Fault { return f.nameFault(string(f.experience.ID) + ".md") }

// Fault makes a fault at the value of a key, at the line where a "title", "summary" or "resolution" begins, at the body
// for "body", at the first line for what is not there.
func (f *ExperienceFile) Fault(key, rule, message, hint string) *Fault {
	fault := f.front.Fault(key, rule, message, hint)
	if line := f.body.line(key); line > 0 {
		fault.Line, fault.Column = f.front.bodyLine()+line-1, 1
	}
	return fault
}

// place makes a fault where a rule is broken.
func (f *ExperienceFile) place(broken *RecordError) *Fault {
	if broken.Item > 0 {
		return f.recordFile.place(broken)
	}
	return f.Fault(broken.Key, RuleValue, broken.Reason, broken.Hint)
}

// ExperienceOwnKeys gives a fault for each key in which the present file differs from the committed one. All keys are
// gitmem's own; a person may change title, summary and resolution.
func ExperienceOwnKeys(committed, present *ExperienceFile) []*Fault {
	return present.ownKeys(committed.experience, present.experience, experienceKeys, "title, summary and resolution")
}

// Update gives the file with what differs between its experience and e. Only the bytes of those keys change, and of the
// body only what differs: a resolution that comes is put behind the rest. The error says which rule e breaks
// (*RecordError), or is a *Fault of a file whose keys do not stand on lines of their own.
func (f *ExperienceFile) Update(e Experience) ([]byte, error) {
	e = e.normal()
	if err := e.Check(); err != nil {
		return nil, err
	}
	data, err := f.spliced(f.experience, e, experienceKeys, f.body.changed(f.front.Body(), f.experience, e))
	if err != nil {
		return nil, err
	}
	again, err := ParseExperience(f.front.path, data)
	if err != nil || !sameExperience(again.experience, e) {
		return nil, f.unlike(err)
	}
	return data, nil
}

func sameExperience(a, b Experience) bool {
	return len(differing(a, b, experienceKeys)) == 0 && a.Title == b.Title && a.Summary == b.Summary && a.Resolution == b.Resolution
}

// experienceReader fills an experience from its front matter.
type experienceReader struct {
	decoder
	e       Experience
	updated bool
}

func (d *experienceReader) read(root *node) {
	for _, f := range root.fields {
		if !d.plain(f) && !d.nested(f) {
			d.unknown(f, experienceKeys)
		}
	}
	d.need(root, "gitmem", "id", "kind", "status", "confidence", "source", "evidence", "created")
	if !d.updated {
		d.e.Updated = d.e.Created
	}
}

func (d *experienceReader) plain(f field) bool {
	switch n := f.value; f.name {
	case "gitmem":
		d.word(n, f.name, FormatExperience1)
	case "id":
		d.e.ID = d.id(n, f.name, KindExperience)
	case "kind":
		d.e.Kind = d.word(n, f.name, ExperienceKinds()...)
	case "status":
		d.e.Status = d.word(n, f.name, ExperienceStatuses()...)
	case "confidence":
		d.e.Confidence = d.points(n, f.name)
	case "created":
		d.e.Created = d.time(n, f.name)
	case "updated":
		d.e.Updated, d.updated = d.time(n, f.name), true
	default:
		return false
	}
	return true
}

func (d *experienceReader) nested(f field) bool {
	switch n := f.value; f.name {
	case "source":
		d.e.Source = d.origin(n, f.name)
	case "evidence":
		d.e.Evidence = d.evidence(n, f.name)
	case "guard":
		d.e.Guard = d.words(n, f.name)
	default:
		return false
	}
	return true
}

func (d *experienceReader) origin(n *node, key string) (o Origin) {
	if !d.isMap(n, key) {
		return o
	}
	d.parts(n,
		part{"agent", into(&o.Agent, d.exact)},
		part{"session", into(&o.Session, d.exact)},
		part{"message", into(&o.Message, d.exact)},
		part{"job", func(n *node, key string) { o.Job = d.id(n, key, KindJob) }},
		part{"ordinal", into(&o.Ordinal, d.count)},
		part{"extractor", into(&o.Extractor, d.exact)},
	)
	if (n.get("job") == nil) != (n.get("ordinal") == nil) {
		d.fault(n, RuleMissingKey, "job and ordinal stand together or not at all", "")
	}
	return o
}

func (d *experienceReader) evidence(n *node, key string) (out []Evidence) {
	if n.kind != yamlList {
		d.fault(n, RuleType, key+" must be a list", "")
		return nil
	}
	for _, item := range n.items {
		if d.isMap(item, "a piece of evidence") {
			out = append(out, d.piece(item))
		}
	}
	return out
}

func (d *experienceReader) piece(n *node) (e Evidence) {
	d.parts(n,
		part{"kind", into(&e.Kind, d.exact)},
		part{"role", into(&e.Role, d.exact)},
		part{"source", into(&e.Source, d.exact)},
		part{"digest", into(&e.Digest, d.exact)},
		part{"verified", into(&e.Verified, d.truth)},
		part{"excerpt", into(&e.Excerpt, d.exact)},
	)
	d.need(n, "kind", "digest", "verified", "excerpt")
	return e
}
