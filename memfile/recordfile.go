package memfile

import (
	"fmt"
	"path"
	"reflect"
	"slices"
)

// keyed is a record that writes its keys one by one.
type keyed interface {
	// written gives the value of a key as it is written, false if a new file has no such key.
	written(key string) (rendered, bool)
	// note is the comment of a key in a new file.
	note(key string) string
}

// recordFile is what the parsed files of all records share. It never changes.
type recordFile struct{ front *FrontMatter }

// Bytes gives the file. It must not be changed.
func (f recordFile) Bytes() []byte { return f.front.data }

// Path gives the path that stands in front of faults.
func (f recordFile) Path() string { return f.front.path }

// Notes gives what is accepted and mended by fmt: a byte order mark, CRLF.
func (f recordFile) Notes() []*Fault { return notesOf(f.front.path, f.front.data) }

// Fault makes a fault at the value of a key, at the body for "body", at the first line for a key that is not there.
func (f recordFile) Fault(key, rule, message, hint string) *Fault {
	return f.front.Fault(key, rule, message, hint)
}

// EvidenceFault makes a fault at one piece of evidence, counted from 0.
func (f recordFile) EvidenceFault(i int, rule, message, hint string) *Fault {
	return f.itemFault("evidence", i, rule, message, hint)
}

// itemFault makes a fault at one item of a list, counted from 0.
func (f recordFile) itemFault(key string, i int, rule, message, hint string) *Fault {
	fault := f.Fault(key, rule, message, hint)
	if n := f.front.root.get(key); n != nil && i < len(n.items) {
		fault.Line, fault.Column = n.items[i].line, n.items[i].column
	}
	return fault
}

// place makes a fault where a rule is broken.
func (f recordFile) place(broken *RecordError) *Fault {
	if broken.Item > 0 {
		return f.itemFault(broken.Key, broken.Item-1, RuleValue, broken.Reason, broken.Hint)
	}
	return f.Fault(broken.Key, RuleValue, broken.Reason, broken.Hint)
}

// nameFault reports a file whose name is not the one that its id gives it, nil if it is.
func (f recordFile) nameFault(want string) *Fault {
	if path.Base(f.front.path) != want {
		return f.Fault("id", RuleName, "the name of the file is not its id", "it must be called "+want)
	}
	return nil
}

// spliced gives the file with the keys in which the record differs, and another body if body is not nil. Keys that are
// new stand where a new file has them.
func (f recordFile) spliced(was, now keyed, keys []string, body *string) ([]byte, error) {
	var changes []change
	for i, key := range keys {
		before, stood := was.written(key)
		after, stands := now.written(key)
		if stood != stands || !reflect.DeepEqual(before, after) {
			changes = append(changes, change{key: key, value: after, remove: !stands, note: now.note(key), behind: keys[:i]})
		}
	}
	if len(changes) == 0 && body == nil {
		return f.front.data, nil
	}
	return f.front.spliced(changes, body)
}

// unlike says that a change would not read back as what was meant, or why it would not read at all.
func (f recordFile) unlike(err error) error {
	if err != nil {
		return fmt.Errorf("the change would not leave a record that can be read: %w", err)
	}
	return fmt.Errorf("%s: the change cannot be written so that it reads back the same", f.front.path)
}

// differing gives the keys in which two records differ.
func differing(a, b keyed, keys []string) []string {
	var out []string
	for _, key := range keys {
		va, oka := a.written(key)
		vb, okb := b.written(key)
		if oka != okb || !reflect.DeepEqual(va, vb) {
			out = append(out, key)
		}
	}
	return out
}

// ownKeys gives a fault for each of gitmem's own keys in which the present file differs from the committed one.
func (f recordFile) ownKeys(committed, present keyed, keys []string, mayChange string) []*Fault {
	var faults Faults
	for _, key := range differing(committed, present, keys) {
		faults = append(faults, f.Fault(key, RuleOwnKey, "the key "+key+" is gitmem's own and was changed by hand",
			"put back what is committed; a person may change "+mayChange))
	}
	faults.err()
	return faults
}

// keysOf writes the keys of a new file.
func keysOf(r keyed, keys []string) []string {
	var lines []string
	for _, key := range keys {
		if v, ok := r.written(key); ok {
			lines = append(lines, keyLines(key, v, r.note(key))...)
		}
	}
	return lines
}

// check adds the rules of its type that a record breaks: not for a key that is missing, which is said, nor in a line that
// has a fault already.
func (d *decoder) check(root *node, broken []*RecordError, place func(*RecordError) *Fault) {
	for _, one := range broken {
		fault := place(one)
		missing := fault.Line == 1 && fault.Column == 1 && root.get(one.Key) == nil
		said := slices.ContainsFunc(d.faults, func(o *Fault) bool { return o.Line == fault.Line })
		if !missing && !said {
			d.faults = append(d.faults, fault)
		}
	}
}
