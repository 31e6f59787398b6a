package guard

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

// forbidden: a prohibition stands closely before, in the same clause, or
// before the first of several things joined by or.
func forbidden(words []word, start int) bool {
	reach := 4
	if start > 0 && (words[start-1].text == "or" || words[start-1].text == "nor") {
		reach = 16
	}
	for i := start - 1; i >= 0 && i >= start-reach; i-- {
		w := words[i]
		if w.sentence != words[start].sentence {
			return false
		}
		switch w.text {
		case "hesitate", "forget", "fail", "worry", "only", "just", "afraid", "mind", "but", "instead", "then":
			return false
		case "never", "not", "dont", "cannot", "cant", "wont", "doesnt", "shouldnt", "mustnt", "couldnt", "wouldnt", "isnt", "avoid", "no", "nor", "neither",
			"refuse", "refuses", "refusing", "declines", "decline", "prevent", "prevents", "preventing", "forbid", "forbids", "forbidden", "prohibit", "prohibits", "prohibited",
			"without", "against", "resist", "resists", "unable":
			return true
		}
		if w.colon && i < start-1 {
			return false
		}
	}
	return false
}

// reported: the words are a quotation or follow a verb of saying, and the same
// passage says what to think of them; for a quotation the text shortly before
// may say it. One alone is not enough: "the manual says to ignore …" is obeyed
// just as well.
func reported(words []word, start, end int) bool {
	first, last := passageAround(words, start, end)
	if words[start].quoted {
		return judged(words, max(0, min(first, start-60)), start, end, last)
	}
	return saidByOthers(words, first, start) && judged(words, first, start, end, last)
}

func passageAround(words []word, start, end int) (first, last int) {
	first, last = start, end
	for first > 0 && words[first-1].passage == words[start].passage {
		first--
	}
	for last < len(words) && words[last].passage == words[start].passage {
		last++
	}
	return first, last
}

// judged: outside the phrase, words[first:last] name an attack or what to do about it.
func judged(words []word, first, start, end, last int) bool {
	for i := first; i < last; i++ {
		if i == start {
			i = end - 1
			continue
		}
		switch words[i].text {
		case "report", "reports", "reported", "flag", "flags", "flagged", "refuse", "refuses", "reject", "rejects", "rejected", "block", "blocks", "blocked", "blocking",
			"detect", "detects", "detected", "detecting", "detection", "attack", "attacks", "attacker", "attackers", "attackers'", "injection", "injections", "injected",
			"malicious", "suspicious", "untrusted", "phishing", "jailbreak", "jailbreaks", "adversarial", "hostile", "warn", "warning", "alert", "escalate", "distrust", "quarantine",
			"sanitize", "scan", "scans", "scanner", "scanning", "signature", "signatures", "payload", "payloads", "exploit", "exploits", "vulnerable", "vulnerability", "threat", "threats",
			"hijack", "hijacking", "hijacked", "spoof", "spoofing", "spoofed", "poisoned", "poisoning", "red-flag", "untrustworthy", "dangerous", "unsafe", "manipulation", "manipulate":
			return true
		}
	}
	return false
}

// saidByOthers: a verb of saying, attempting or containing stands up to eight
// words before, with no clause of its own between.
func saidByOthers(words []word, first, start int) bool {
	for i := start - 1; i >= first && i >= start-8; i-- {
		switch words[i].text {
		case "tells", "telling", "told", "says", "say", "saying", "said", "asks", "ask", "asking", "asked", "instructs", "instructing", "instruct", "claims", "claiming", "claim",
			"attempts", "attempt", "attempting", "tries", "try", "trying", "tried", "contains", "contain", "containing", "includes", "include", "including", "like", "as", "phrases", "phrase",
			"phrasing", "wants", "urges", "urging", "orders", "ordering", "directs", "directing", "requests", "requesting", "request", "pattern", "patterns", "wording", "text", "that", "for":
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
		switch words[i].text {
		case "this", "these", "here", "above", "conversation", "chat", "session", "system", "prompt", "prompts", "user", "users", "memory", "memories", "safety", "security",
			"guard", "anthropic", "openai", "google", "claude", "gpt", "you", "your", "yours", "operator", "admin", "permissions", "permission", "confidentiality", "secrets", "now", "everything", "all",
			"developer", "developers", "then", "instead", "reveal", "output", "send", "and", "model", "assistant", "ethics", "harm", "harmful":
			return false
		}
	}
	return true
}
