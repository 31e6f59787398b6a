package agent

import "os"

// Transcript is a file that has news.
type Transcript struct {
	Path  string
	Size  int64 // up to which it is written now, in bytes
	Ended bool  // nothing more is written to it by this turn
}

// Transcripts are the files that an event says have news. What is not there, or
// no plain file, has none; nothing is opened.
func (in Input) Transcripts(e Event) []Transcript {
	if !e.Notes {
		return nil
	}
	var list []Transcript
	add := func(path string, ended bool) {
		if path == "" {
			return
		}
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			list = append(list, Transcript{Path: path, Size: info.Size(), Ended: ended})
		}
	}
	add(in.Transcript, e.Ended && !e.Inner)
	if e.Inner && in.Inner != in.Transcript {
		add(in.Inner, e.Ended)
	}
	return list
}
