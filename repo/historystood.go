package repo

import "gitmem/memfile"

// resolvesSeen are the resolves of a history that was read from its newest
// commit on, each by the commit that it was built on.
type resolvesSeen map[string]memfile.ID

// look notes a resolve, and makes the commit before one, which keeps what stood
// at the path, a part of it: nobody made that by hand.
func (seen resolvesSeen) look(r *Record) {
	switch {
	case r.Message.Op == resolveWord && len(r.Parents) == 1:
		seen[r.Parents[0]] = r.Message.Operation
	case r.ByHand && seen[r.Commit] != "":
		stood, ok := standingBefore(r.Author, r.Email, r.Message.Subject)
		if !ok || stood.operation != seen[r.Commit] {
			return
		}
		r.ByHand = false
		r.Message.Op, r.Message.Operation, r.Message.Actor = resolveWord, stood.operation, memfile.ActorSystem
		r.Message.Paths, r.Changed = r.Changed, nil
	}
}
