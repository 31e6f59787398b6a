package extract

import (
	"fmt"
	"unicode/utf8"
)

// Cut says what of a turn was left out of a request, so that it fits.
type Cut struct {
	Messages int `json:"messages,omitempty"` // left out whole, from the middle
	Bytes    int `json:"bytes,omitempty"`    // of the texts of the others
}

// lengths bound the texts of a replay, in bytes. What a person said is cut
// last.
type lengths struct{ user, assistant, output int }

var steps = []lengths{
	{64 << 10, 16 << 10, 4 << 10},
	{32 << 10, 8 << 10, 2 << 10},
	{16 << 10, 4 << 10, 1 << 10},
	{8 << 10, 2 << 10, 512},
	{4 << 10, 1 << 10, 256},
	{2 << 10, 512, 128},
	{1 << 10, 256, 96},
}

// fit cuts a replay until measure finds it no longer than most, in bytes:
// first outputs of tools, then what the agent said, then what the person said,
// and in the end messages between the first and the last ones.
func fit(all []said, most int, measure func([]said) int) ([]said, Cut) {
	var short []said
	var cut Cut
	for _, step := range steps {
		if short, cut = shortened(all, step); measure(short) <= most {
			return short, cut
		}
	}
	for len(short) > 2 && measure(short) > most {
		drop := max(1, (len(short)-2)/4)
		cut.Messages += drop
		short = append(short[:1:1], short[1+drop:]...)
	}
	return short, cut
}

func shortened(all []said, to lengths) ([]said, Cut) {
	var cut Cut
	clip := func(text string, most int) string {
		out, n := clipped(text, most)
		cut.Bytes += n
		return out
	}
	out := make([]said, len(all))
	for i, s := range all {
		most := to.assistant
		if s.Role == "user" {
			most = to.user
		}
		s.Text = clip(s.Text, most)
		tools := make([]call, len(s.Tools))
		for j, c := range s.Tools {
			c.Command, c.Output = clip(c.Command, to.output), clip(c.Output, to.output)
			tools[j] = c
		}
		if s.Tools = tools; len(tools) == 0 {
			s.Tools = nil
		}
		out[i] = s
	}
	return out, cut
}

// clipSlack is how much longer than allowed a clipped text may be, in bytes: the
// sign of the cut comes on top. A text that exceeds by no more stays whole.
const clipSlack = 48

// clipped keeps two thirds of what is allowed from the beginning of a text and
// the rest from its end, and says how many bytes were left out.
func clipped(text string, most int) (string, int) {
	if len(text) <= most+clipSlack {
		return text, 0
	}
	head, tail := most*2/3, len(text)-most/3
	for head > 0 && !utf8.RuneStart(text[head]) {
		head--
	}
	for tail < len(text) && !utf8.RuneStart(text[tail]) {
		tail++
	}
	return fmt.Sprintf("%s\n[… %d bytes cut …]\n%s", text[:head], tail-head, text[tail:]), tail - head
}
