package gitdir

import "encoding/binary"

// Stat is what git notes of a file to see without reading it that it has not changed. All values are cut
// to 32 bits, as git cuts them.
type Stat struct {
	CtimeSec, CtimeNsec uint32
	MtimeSec, MtimeNsec uint32
	Dev, Ino            uint32
	UID, GID            uint32
	Size                uint32 // bytes; 0 makes git look at the content
}

// statMode is where the mode stands among the stat data, which it interrupts.
const statMode = 24

func decodeStat(raw []byte) Stat {
	at := func(i int) uint32 { return binary.BigEndian.Uint32(raw[i:]) }
	return Stat{at(0), at(4), at(8), at(12), at(16), at(20), at(28), at(32), at(36)}
}

// put writes everything but the mode.
func (s Stat) put(raw []byte) {
	set := binary.BigEndian.PutUint32
	set(raw[0:], s.CtimeSec)
	set(raw[4:], s.CtimeNsec)
	set(raw[8:], s.MtimeSec)
	set(raw[12:], s.MtimeNsec)
	set(raw[16:], s.Dev)
	set(raw[20:], s.Ino)
	set(raw[28:], s.UID)
	set(raw[32:], s.GID)
	set(raw[36:], s.Size)
}

// statSize cuts a size to 32 bits without making a large file look like one that git must read.
func statSize(size int64) uint32 {
	if size > 0 && uint32(size) == 0 {
		return 1 << 31
	}
	return uint32(size)
}
