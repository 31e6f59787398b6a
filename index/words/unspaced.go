package words

// withoutSpaces reports whether r belongs to a script that is written without
// spaces between words, or, as Korean, with spaces that do not end a word at
// its particle.
func withoutSpaces(r rune) bool {
	switch {
	case r < 0x0E00:
		return false
	case r <= 0x0EFF, // Thai, Lao
		0x1000 <= r && r <= 0x109F,   // Burmese
		0x1100 <= r && r <= 0x11FF,   // Hangul letters
		0x1780 <= r && r <= 0x17FF,   // Khmer
		0x1950 <= r && r <= 0x19DF,   // Tai Le, New Tai Lue
		0x1A20 <= r && r <= 0x1AAF,   // Tai Tham
		0x2E80 <= r && r <= 0x31FF,   // radicals, kana, Bopomofo
		0x3400 <= r && r <= 0x9FFF,   // Han
		0xA960 <= r && r <= 0xA97F,   // Hangul letters
		0xA9E0 <= r && r <= 0xA9FF,   // Burmese
		0xAA60 <= r && r <= 0xAADF,   // Burmese, Tai Viet
		0xAC00 <= r && r <= 0xD7FF,   // Hangul
		0xF900 <= r && r <= 0xFAFF,   // Han
		0x1AFF0 <= r && r <= 0x1B16F, // kana
		0x20000 <= r && r <= 0x3FFFF: // Han
		return true
	}
	return false
}

// unspaced scans the run of such characters at i and returns its end. A
// character is a letter with the marks that follow it.
func (s *scanner) unspaced(i int) int {
	before := span{-1, -1}
	for i < len(s.low) {
		c, size := s.class(i)
		if c != unspaced {
			break
		}
		at := span{i, s.marksEnd(i + size)}
		if before.start >= 0 {
			s.emit(double, s.low[before.start:at.end], span{before.start, at.end})
		}
		s.position++
		if alone := before.start < 0 && !s.unspacedAt(at.end); alone || !s.asking {
			s.emit(single, s.low[at.start:at.end], at)
		}
		before, i = at, at.end
	}
	return i
}

func (s *scanner) unspacedAt(i int) bool {
	if i == len(s.low) {
		return false
	}
	c, _ := s.class(i)
	return c == unspaced
}

func (s *scanner) marksEnd(i int) int {
	for i < len(s.low) {
		c, size := s.class(i)
		if c != mark {
			break
		}
		i += size
	}
	return i
}
