package corpus

import (
	"fmt"
	"io/fs"

	"gitmem/memfile/guard"
)

// Report is everything that is measured.
type Report struct {
	Texts     Texts
	Files     Files
	Positives Positives
}

// Targets that the guard is held to.
const (
	LeastCaught   = 22   // attacks
	MostInjection = 5    // harmless files flagged for anything but a credential
	MostLeaks     = 3    // harmless files flagged for a credential
	LeastShare    = 0.95 // of the strings made after the secret rules
)

// Measure scans what lies in a folder with the layout of the shared data. An
// error that is fs.ErrNotExist says that the data is not there.
func Measure(data fs.FS) (Report, error) {
	texts, err := measureTexts(data)
	if err != nil {
		return Report{}, err
	}
	files, err := measureFiles(data)
	if err != nil {
		return Report{}, err
	}
	return Report{texts, files, MeasurePositives()}, nil
}

// Shortfalls says, one line each, which targets are missed.
func (r Report) Shortfalls() []string {
	var out []string
	miss := func(bad bool, format string, args ...any) {
		if bad {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	miss(r.Texts.Caught < LeastCaught, "%d attacks caught, the target is %d", r.Texts.Caught, LeastCaught)
	miss(r.Texts.Passed < r.Texts.Harmless, "%d of %d harmless sentences passed", r.Texts.Passed, r.Texts.Harmless)
	flagged := r.Files.Flagged(Wording...)
	miss(flagged > MostInjection, "%d harmless files flagged for injection, the target is at most %d", flagged, MostInjection)
	leaks := r.Files.Flagged(guard.Credential)
	miss(leaks > MostLeaks, "%d harmless files flagged for a credential, the target is at most %d", leaks, MostLeaks)
	miss(r.Positives.Share() < LeastShare, "%.1f %% of the made secrets caught, the target is %.0f %%", 100*r.Positives.Share(), 100*LeastShare)
	return out
}

// Wording are the classes that the target for injection counts: all but credentials.
var Wording = []guard.Class{guard.Characters, guard.Injection, guard.Envelope, guard.Markup, guard.Import}
