package memfile

func (d *candidateReader) source(n *node) {
	if !d.isMap(n, "source") {
		return
	}
	into := map[string]*string{
		"agent": &d.c.Source.Agent, "session": &d.c.Source.Session, "message": &d.c.Source.Message,
		"client": &d.c.Source.Client, "connection": &d.c.Source.Connection,
	}
	for _, f := range n.fields {
		if to := into[f.name]; to != nil {
			*to = d.exact(f.value, f.name)
		} else {
			d.unknown(f, []string{"agent", "session", "message", "client", "connection"})
		}
	}
}

func (d *candidateReader) decided(n *node) *Decided {
	if !d.isMap(n, "decided") {
		return nil
	}
	out := &Decided{}
	for _, f := range n.fields {
		switch f.name {
		case "by":
			out.By = d.exact(f.value, f.name)
		case "via":
			out.Via = d.exact(f.value, f.name)
		case "at":
			out.At = d.time(f.value, f.name)
		case "reason":
			out.Reason = d.exact(f.value, f.name)
		default:
			d.unknown(f, []string{"by", "via", "at", "reason"})
		}
	}
	d.need(n, "by", "via", "at")
	return out
}

func (d *candidateReader) effect(n *node, key string) *Effect {
	if !d.isMap(n, key) {
		return nil
	}
	out := &Effect{}
	for _, f := range n.fields {
		switch f.name {
		case "operation":
			out.Operation = d.id(f.value, f.name, KindOperation)
		case "file":
			out.File = d.fileChange(f.value)
		case "entry":
			out.Entries = d.entryChanges(f.value)
		case "applied":
			out.Applied = d.time(f.value, f.name)
		default:
			d.unknown(f, []string{"operation", "file", "entry", "applied"})
		}
	}
	d.need(n, "operation", "file", "entry", "applied")
	return out
}

func (d *candidateReader) fileChange(n *node) FileChange {
	var out FileChange
	if !d.isMap(n, "file") {
		return out
	}
	for _, f := range n.fields {
		switch f.name {
		case "before":
			out.Before = d.blob(f.value, f.name)
		case "after":
			out.After = d.blob(f.value, f.name)
		default:
			d.unknown(f, []string{"before", "after"})
		}
	}
	d.need(n, "before", "after")
	return out
}

func (d *candidateReader) entryChanges(n *node) []EntryChange {
	items := []*node{n}
	if n.kind == yamlList {
		items = n.items
	}
	var out []EntryChange
	for _, item := range items {
		if d.isMap(item, "entry") {
			out = append(out, d.entryChange(item))
		}
	}
	return out
}

func (d *candidateReader) entryChange(n *node) EntryChange {
	var out EntryChange
	for _, f := range n.fields {
		switch f.name {
		case "before":
			out.Before = d.exact(f.value, f.name)
		case "after":
			out.After = d.exact(f.value, f.name)
		default:
			d.unknown(f, []string{"before", "after"})
		}
	}
	return out
}
