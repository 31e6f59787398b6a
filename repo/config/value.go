package config

import (
	"fmt"
	"strconv"
	"strings"

	"gitmem/memfile"
)

// parse reads a value of a key from text, as the environment, a flag or
// `config set` give it. The second result says what is wrong, without the
// text itself, which might be a secret in the wrong place.
//
// Values are bool, int64 (numbers, and ratios in ten-thousandths), string and
// []string.
func (k Key) parse(s string) (any, string) {
	switch k.Kind {
	case Bool:
		return k.parseBool(s)
	case Number:
		return k.parseNumber(s)
	case Ratio:
		return k.parseRatio(s)
	case Choice:
		for _, c := range k.Choices {
			if s == c {
				return s, ""
			}
		}
		return nil, "must be " + either(k.Choices)
	case Words:
		return parseWords(s)
	default:
		if problem := k.Form.check(s); problem != "" {
			return nil, problem
		}
		return s, ""
	}
}

func (k Key) parseBool(s string) (any, string) {
	switch {
	case s != "true" && s != "false":
		return nil, "must be true or false"
	case k.Fixed && s != k.Default:
		return nil, "can only be " + k.Default
	default:
		return s == "true", ""
	}
}

func (k Key) parseNumber(s string) (any, string) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || strconv.FormatInt(n, 10) != s {
		return nil, "must be a whole number in decimal digits" + k.in()
	}
	if n < k.Min || n > k.Max {
		return nil, fmt.Sprintf("must be %d to %d%s", k.Min, k.Max, k.in())
	}
	return n, ""
}

func (k Key) in() string {
	if k.Unit == "" {
		return ""
	}
	return " (" + k.Unit + ")"
}

func (k Key) parseRatio(s string) (any, string) {
	const problem = "must be 0 to 1 with at most four decimals, such as 0.95"
	before, after, _ := strings.Cut(s, ".")
	if before == "" || len(before) > 1 || len(after) > 4 || strings.HasSuffix(s, ".") {
		return nil, problem
	}
	n, err := strconv.ParseUint(before+after+strings.Repeat("0", 4-len(after)), 10, 32)
	if err != nil || n > whole {
		return nil, problem
	}
	return int64(n), ""
}

// parseWords takes words apart at white space; a list with spaces inside words
// is written in the file.
func parseWords(s string) (any, string) {
	words := strings.Fields(s)
	if len(words) == 0 {
		return nil, "must be a program and its arguments"
	}
	return words, checkWords(words)
}

func checkWords(words []string) string {
	if len(words) == 0 || words[0] == "" {
		return "must be a program and its arguments"
	}
	for _, w := range words {
		if problem := oneLine(w); problem != "" {
			return problem
		}
	}
	return ""
}

// format prints a value as it would be written in YAML; "" for one not set.
func (k Key) format(value any) string {
	switch v := value.(type) {
	case bool:
		return strconv.FormatBool(v)
	case int64:
		if k.Kind == Ratio {
			return formatRatio(v)
		}
		return strconv.FormatInt(v, 10)
	case string:
		return quoteYAML(v)
	case []string:
		quoted := make([]string, len(v))
		for i, w := range v {
			quoted[i] = quoteYAML(w)
		}
		return "[" + strings.Join(quoted, ", ") + "]"
	default:
		return ""
	}
}

func formatRatio(n int64) string {
	s := strconv.FormatInt(n/whole, 10)
	if rest := n % whole; rest != 0 {
		s += "." + strings.TrimRight(fmt.Sprintf("%04d", rest), "0")
	}
	return s
}

// quoteYAML leaves plain what no reader of YAML could take for anything but
// this text, and puts everything else into double quotes.
func quoteYAML(s string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-"
	letter := s != "" && strings.ContainsRune(plain[:52], rune(s[0])) || strings.HasPrefix(s, "/")
	if letter && strings.Trim(s, plain) == "" && !reservedWord(s) {
		return s
	}
	return strconv.Quote(s)
}

func reservedWord(s string) bool {
	switch strings.ToLower(s) {
	case "true", "false", "null", "yes", "no", "y", "n":
		return true
	}
	return false
}

// tighterThan tells whether value a lets less happen than b. Equal values are
// not tighter.
func (k Key) tighterThan(a, b any) bool {
	switch k.Tighter {
	case Lower:
		return a.(int64) < b.(int64)
	case Higher:
		return a.(int64) > b.(int64)
	case False:
		return !a.(bool) && b.(bool)
	case True:
		return a.(bool) && !b.(bool)
	case FirstChoice:
		return k.rank(a) < k.rank(b)
	default:
		return false
	}
}

func (k Key) rank(value any) int {
	for i, c := range k.Choices {
		if c == value {
			return i
		}
	}
	return len(k.Choices)
}

func isStoreID(s string) bool {
	id, err := memfile.ParseID(s)
	return err == nil && id.Kind() == memfile.KindStore
}

func either(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}
