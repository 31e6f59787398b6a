package extract

import (
	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/memfile/guard"
	"gitmem/repo"
)

// Resident is what agents are given of one scope, as a request shows it.
type Resident struct {
	Entries []string `json:"entries"`
	Used    int      `json:"used_chars"`
	Cap     int      `json:"cap_chars"`
}

// resident reads the resident file of a desk as the last operation left it:
// hand edits that nobody adopted are no memory yet, and what the guard would
// keep from a prompt is kept from this one.
func resident(d *candidates.Desk) (Resident, error) {
	out := Resident{Entries: []string{}, Cap: d.Rules.Cap}
	base, err := d.Store.Base(repo.ResidentPath)
	if err != nil || base.Blob == "" {
		return out, err
	}
	data, err := d.Store.BlobData(base.Blob)
	if err != nil {
		return out, err
	}
	file, err := memfile.ParseResident(repo.ResidentPath, data)
	if err != nil {
		return out, err
	}
	out.Used = file.Usage()
	for _, block := range file.Blocks() {
		if block.Kind != memfile.Entry && block.Kind != memfile.Paragraph {
			continue
		}
		if found := guard.Scan(block.Raw, guard.Resident, guard.Options{Actor: memfile.ActorUser}); guard.Refusal("", found) == nil {
			out.Entries = append(out.Entries, block.Text)
		}
	}
	return out, nil
}
