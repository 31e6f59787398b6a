package watch

import (
	"path"
	"slices"
)

// Scan looks once at every file and hands each to o.Changed, in the order of their paths, or to o.Problem where it cannot be
// read. It watches nothing. The error is that of a root or a list of folders that cannot be used.
func Scan(o Options) error {
	f, err := newFolders(o.Root, o.Folders)
	if err != nil {
		return err
	}
	for _, name := range f.everything() {
		switch l := f.look(name); {
		case l.err != nil:
			o.problem(l.err)
		case l.digest != "":
			o.Changed(name, l.data)
		}
	}
	return nil
}

// everything lists the files of all folders that are there now, in order.
func (f folders) everything() []string {
	var out []string
	for _, folder := range f.present() {
		out = append(out, f.files(folder)...)
	}
	slices.Sort(out)
	return out
}

// within reports whether a file stands directly in a folder.
func within(folder, file string) bool { return path.Dir(file) == folder }
