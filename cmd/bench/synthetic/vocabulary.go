package synthetic

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// Size is the number of words of a vocabulary.
const Size = 8000

// The most frequent words are plain ones; after them one of so many is an identifier.
const (
	onlyPlain       = 64
	identifierEvery = 16
)

// Seeds of the streams of random numbers. Another value makes other figures, not comparable with those published.
const (
	wordSeed   = 0x5eed0001
	recordSeed = 0x5eed0002
	querySeed  = 0x5eed0003
)

// Vocabulary is the words that records are made of, the most frequent first. It is safe for use by several goroutines.
type Vocabulary struct {
	words []string
	upTo  []float64 // sums of the frequencies
}

// NewVocabulary makes the vocabulary.
func NewVocabulary() *Vocabulary {
	r := rand.New(rand.NewPCG(wordSeed, 0))
	v := &Vocabulary{}
	seen, sum := map[string]bool{}, 0.0
	for len(v.words) < Size {
		rank := len(v.words)
		w := plainWord(r, rank)
		if rank >= onlyPlain && rank%identifierEvery == 0 {
			w = identifier(r, rank)
		}
		if seen[w] {
			continue
		}
		seen[w] = true
		sum += 1 / float64(rank+1)
		v.words, v.upTo = append(v.words, w), append(v.upTo, sum)
	}
	return v
}

// word takes a word at random, each as often as its frequency says.
func (v *Vocabulary) word(r *rand.Rand) string {
	at, _ := slices.BinarySearch(v.upTo, r.Float64()*v.upTo[len(v.upTo)-1])
	return v.words[min(at, len(v.words)-1)]
}

var (
	onsets  = strings.Fields("b br c ch d dr f fl g gr h j k l m n p pl pr qu r s sh sl st t th tr v w z")
	vowels  = strings.Fields("a e i o u ai ea ee io ou")
	endings = strings.Fields("n r s t l m d ng st ck nd er ing ed ion")
)

// plainWord is a word of one to four syllables: frequent words are short, as they are in every language.
func plainWord(r *rand.Rand, rank int) string {
	syllables := 2 + r.IntN(2)
	switch {
	case rank < 60:
		syllables = 1
	case rank < 600:
		syllables = 2
	case rank > 4000:
		syllables = 2 + r.IntN(3)
	}
	var w strings.Builder
	for range syllables {
		w.WriteString(pick(r, onsets) + pick(r, vowels))
	}
	w.WriteString(pick(r, endings))
	return w.String()
}

// identifier is a name as it stands in code, a file name, a flag or a version.
func identifier(r *rand.Rand, rank int) string {
	a, b := plainWord(r, 100), plainWord(r, 100)
	switch r.IntN(6) {
	case 0:
		return a + "_" + b
	case 1:
		return a + capital(b)
	case 2:
		return a + "." + b
	case 3:
		return a + "-" + b + ".go"
	case 4:
		return "--" + a + "-" + b
	default:
		return a + "_v" + string(rune('1'+rank%9))
	}
}

func pick(r *rand.Rand, list []string) string { return list[r.IntN(len(list))] }

func capital(w string) string { return strings.ToUpper(w[:1]) + w[1:] }
