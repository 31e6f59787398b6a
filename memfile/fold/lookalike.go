package fold

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

//go:embed lookalikes/lookalikes.txt
var published string

// smallCapitals are letters that are drawn like small ASCII capitals; the
// published table has only those that equal a small letter. In the order of
// smallCapitalLetters.
const (
	smallCapitals       = "ᴀʙᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴘꞯʀᴛʏ"
	smallCapitalLetters = "abdefghijklmnpqrty"
)

// shapes says which ASCII letter a letter looks like.
type shapes struct {
	written  map[rune]byte // exactly as written; in words that have a Latin letter
	caseless map[rune]byte // by small letter, distinct within an alphabet; in other words
}

var lookalikes = sync.OnceValue(loadLookalikes)

func loadLookalikes() shapes {
	s := shapes{written: make(map[rune]byte, 512), caseless: make(map[rune]byte, 256)}
	for line := range strings.Lines(published) {
		fields := strings.Fields(line)
		for _, code := range fields[1:] {
			n, err := strconv.ParseInt(code, 16, 32)
			if err != nil {
				panic("fold: lookalikes.txt: " + err.Error())
			}
			s.written[rune(n)] = fields[0][0]
		}
	}
	for i, r := range []rune(smallCapitals) {
		s.written[r] = smallCapitalLetters[i]
	}
	s.addCaseless()
	return s
}

// alphabets are those whose letters are taken for ASCII letters even in words
// without a Latin letter. Others, such as Arabic and Hebrew, have letters that
// resemble an o or an l but are read as themselves.
var alphabets = [...]*unicode.RangeTable{unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee, unicode.Coptic, unicode.Lisu, unicode.Deseret}

// addCaseless chooses, for each alphabet, one ASCII letter for a letter
// whatever its case. Best are letters that look alike in both cases, then in
// the capital, then in the small form; a letter that is taken is not given
// twice, because then two words of that alphabet would become one.
func (s shapes) addCaseless() {
	smalls := make([]rune, 0, len(s.written))
	for r := range s.written {
		smalls = append(smalls, foldRune(r))
	}
	slices.Sort(smalls)
	smalls = slices.Compact(smalls)
	var taken [len(alphabets)]['z' + 1]bool
	for _, match := range []func(small, capital byte) byte{both, capitalOnly, smallOnly} {
		for _, r := range smalls {
			home := alphabetOf(r)
			if _, done := s.caseless[r]; done || home < 0 {
				continue
			}
			letter := match(lower(s.written[r]), lower(s.written[unicode.ToUpper(r)]))
			if letter != 0 && !taken[home][letter] {
				s.caseless[r] = letter
				taken[home][letter] = true
			}
		}
	}
}

func alphabetOf(r rune) int {
	for i, alphabet := range alphabets {
		if unicode.Is(alphabet, r) {
			return i
		}
	}
	return -1
}

func both(small, capital byte) byte {
	if small == capital {
		return small
	}
	return 0
}

func capitalOnly(_, capital byte) byte { return capital }

func smallOnly(small, _ byte) byte { return small }

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}

// enclosed gives the letter inside a filled box, a filled circle or a regional
// indicator, which NFKC keeps.
func enclosed(r rune) (rune, bool) {
	switch {
	case 0x1F150 <= r && r <= 0x1F169:
		return 'a' + r - 0x1F150, true
	case 0x1F170 <= r && r <= 0x1F189:
		return 'a' + r - 0x1F170, true
	case 0x1F1E6 <= r && r <= 0x1F1FF:
		return 'a' + r - 0x1F1E6, true
	}
	return r, false
}
