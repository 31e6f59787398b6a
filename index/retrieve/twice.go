package retrieve

import (
	"fmt"

	"gitmem/memfile"
)

// entered tells of each store's promoted experiences whether memory, as this
// context hands it out, says the same: then they are not handed out again.
type entered struct {
	// shown are the candidates behind the entries in the sections of memory.
	shown map[memfile.ID]bool
	// notice is told once for a store whose candidates cannot be read.
	notice func(line string)
	// known are the experiences that became an entry, by store.
	known map[memfile.ID]map[memfile.ID]bool
}

// says is true for a promoted experience whose entry stands in this context.
func (n entered) says(s source, e memfile.Experience) bool {
	if e.Status != memfile.StatusPromoted || len(n.shown) == 0 || s.Cited == nil {
		return false
	}
	known, asked := n.known[s.Store.ID]
	if !asked {
		known = n.of(s)
		n.known[s.Store.ID] = known
	}
	return known[e.ID]
}

// of gives the experiences that stand behind entries of this context. Where it
// cannot be known, a thing said twice is better than one not said.
func (n entered) of(s source) map[memfile.ID]bool {
	cited, err := s.Cited()
	if err != nil {
		n.notice(fmt.Sprintf("%s experiences: which of them stand in memory is not known: %v", s.called, err))
		return nil
	}
	became := map[memfile.ID]bool{}
	for candidate, evidence := range cited {
		if n.shown[candidate] {
			for _, id := range evidence {
				became[id] = true
			}
		}
	}
	return became
}
