package memfile

func (d *candidateReader) source(n *node, key string) (s Source) {
	if d.isMap(n, key) {
		d.parts(n,
			part{"agent", into(&s.Agent, d.exact)},
			part{"session", into(&s.Session, d.exact)},
			part{"message", into(&s.Message, d.exact)},
			part{"client", into(&s.Client, d.exact)},
			part{"connection", into(&s.Connection, d.exact)},
		)
	}
	return s
}

func (d *candidateReader) decided(n *node, key string) *Decided {
	if !d.isMap(n, key) {
		return nil
	}
	out := &Decided{}
	d.parts(n,
		part{"by", into(&out.By, d.exact)},
		part{"via", into(&out.Via, d.exact)},
		part{"at", into(&out.At, d.time)},
		part{"reason", into(&out.Reason, d.exact)},
	)
	d.need(n, "by", "via", "at")
	return out
}

func (d *candidateReader) effect(n *node, key string) *Effect {
	if !d.isMap(n, key) {
		return nil
	}
	out := &Effect{}
	d.parts(n,
		part{"operation", func(n *node, key string) { out.Operation = d.id(n, key, KindOperation) }},
		part{"file", into(&out.File, d.fileChange)},
		part{"entry", into(&out.Entries, d.entryChanges)},
		part{"applied", into(&out.Applied, d.time)},
	)
	d.need(n, "operation", "file", "entry", "applied")
	return out
}

func (d *candidateReader) fileChange(n *node, key string) (c FileChange) {
	if d.isMap(n, key) {
		d.parts(n, part{"before", into(&c.Before, d.blob)}, part{"after", into(&c.After, d.blob)})
		d.need(n, "before", "after")
	}
	return c
}

func (d *candidateReader) entryChanges(n *node, key string) []EntryChange {
	items := []*node{n}
	if n.kind == yamlList {
		items = n.items
	}
	var out []EntryChange
	for _, item := range items {
		if d.isMap(item, key) {
			out = append(out, d.entryChange(item))
		}
	}
	return out
}

func (d *candidateReader) entryChange(n *node) (c EntryChange) {
	d.parts(n, part{"before", into(&c.Before, d.exact)}, part{"after", into(&c.After, d.exact)})
	return c
}
