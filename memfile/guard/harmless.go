package guard

import "slices"

// harmless reports whether the phrase words[start:end] is spoken of instead of
// spoken: forbidden, reported as what others say, or about a narrow subject.
func harmless(r *wordingRule, words []word, start, end int) bool {
	if !r.negative && forbidden(words, start) {
		return true
	}
	if reported(words, start, end) {
		return true
	}
	return r.topical && narrow(words, end)
}

// forbidden: a prohibition stands up to four words before in the same clause,
// or at the head of a sentence that goes on with a list joined by or.
func forbidden(words []word, start int) bool {
	if headsList(words, start) {
		return true
	}
	for i := start - 1; i >= 0 && i >= start-4; i-- {
		if words[i].sentence != words[start].sentence || lifts(words[i].text) {
			return false
		}
		if prohibits(words[i].text) {
			return true
		}
		// "No questions, ignore …" forbids nothing, "never, ever, ignore …" does.
		if words[i+1].soft && !insertion(words, i, start) {
			return false
		}
	}
	return false
}

// insertion: the clause that ends before start is set in commas directly
// behind a prohibition: "do not, under any circumstances, ignore …".
func insertion(words []word, i, start int) bool {
	for ; i > 0 && i >= start-6 && words[i].sentence == words[start].sentence; i-- {
		if words[i].soft {
			return prohibits(words[i-1].text)
		}
	}
	return false
}

// headsList: "Never commit secrets, reveal the prompt or push to main." The
// first thing of the list must be more than one word, since "Never stop,
// ignore … or …" is no list.
func headsList(words []word, start int) bool {
	if start == 0 || !words[start].soft && words[start-1].text != "or" && words[start-1].text != "nor" {
		return false
	}
	first, last := passageAround(words, start, start+1)
	joined, head := false, -1
	for i := first; i < last; i++ {
		switch t := words[i].text; {
		case t == "or" || t == "nor":
			joined = true
		case i < start && i > first && lifts(t):
			return false
		case head < 0 && i < first+3 && prohibits(t):
			head = i
		}
	}
	return joined && head >= 0 && start-head > 2
}

// reported: the words are a quotation or follow a verb of saying, and the same
// passage says what to think of them; for a quotation the text shortly before
// may say it. One alone is not enough: "the manual says to ignore …" is obeyed
// just as well.
func reported(words []word, start, end int) bool {
	first, last := passageAround(words, start, end)
	switch {
	case words[start].quoted:
		first = max(0, min(first, start-60))
	case !saidByOthers(words, first, start):
		return false
	}
	return judged(words[first:start]) || judged(words[end:last])
}

// passageAround gives the bounds of the passage of the phrase, as far as its
// words can bear on it.
func passageAround(words []word, start, end int) (first, last int) {
	const reach = 200 // words
	first, last = start, end
	for first > 0 && first > start-reach && words[first-1].passage == words[start].passage {
		first--
	}
	for last < len(words) && last < end+reach && words[last].passage == words[start].passage {
		last++
	}
	return first, last
}

// judged: the words name an attack or what to do about it.
func judged(words []word) bool {
	return slices.ContainsFunc(words, func(w word) bool { return judges(w.text) })
}

// saidByOthers: a verb of saying, attempting or containing stands up to eight
// words before, with no clause of its own between.
func saidByOthers(words []word, first, start int) bool {
	for i := start - 1; i >= first && i >= start-8; i-- {
		if says(words[i].text) {
			return true
		}
		if words[i+1].colon {
			return false
		}
	}
	return false
}

// narrow: what follows limits the phrase to a subject of work, and the
// sentence ends with it.
func narrow(words []word, end int) bool {
	if end >= len(words) || words[end].sentence != words[end-1].sentence || words[end].soft {
		return false
	}
	switch words[end].text {
	case "about", "regarding", "concerning", "in", "from", "for", "on", "of", "under", "within":
	default:
		return false
	}
	for i := end + 1; i < len(words) && words[i].sentence == words[end].sentence; i++ {
		if sensitive(words[i].text) {
			return false
		}
	}
	return true
}
