package turns

import "gitmem/repo/session"

// Bounds of what is kept of one turn: half of it from its beginning, the rest
// from its end. The first and the last message stay whatever their size.
const (
	MaxMessages = 4096
	MaxBytes    = 8 << 20 // of texts, commands, targets and outputs
)

// keep is the beginning and the end of a turn.
type keep struct {
	head, tail         []session.Message
	headSize, tailSize int
	full               bool // nothing more goes to the beginning
	left               int
}

func (k *keep) add(m session.Message) {
	size := sizeOf(m)
	if len(k.head) > 0 {
		k.full = k.full || len(k.head) >= MaxMessages/2 || k.headSize+size > MaxBytes/2
	}
	if !k.full {
		k.head, k.headSize = append(k.head, m), k.headSize+size
		return
	}
	k.tail, k.tailSize = append(k.tail, m), k.tailSize+size
	for len(k.tail) > 1 && (len(k.head)+len(k.tail) > MaxMessages || k.headSize+k.tailSize > MaxBytes) {
		k.tailSize -= sizeOf(k.tail[0])
		k.tail[0] = session.Message{} // lets go of its text
		k.tail, k.left = k.tail[1:], k.left+1
	}
}

// messages gives what was kept, and where how many are missing.
func (k *keep) messages() (list []session.Message, head, left int) {
	if k.left > 0 {
		head = len(k.head)
	}
	return append(k.head, k.tail...), head, k.left
}

// sizeOf is about what a message takes, in bytes.
func sizeOf(m session.Message) int {
	size := len(m.ID) + len(m.Text)
	for _, c := range m.Tools {
		size += len(c.ID) + len(c.Name) + len(c.Server) + len(c.Target) + len(c.Command) + len(c.Output)
		for _, a := range c.Artifacts {
			size += len(a)
		}
	}
	return size
}
