package guard

// Words by which harmless tells talk from command.

// prohibits: what follows is not to be done.
func prohibits(word string) bool {
	switch word {
	case "never", "not", "dont", "cannot", "cant", "wont", "doesnt", "shouldnt", "mustnt", "couldnt", "wouldnt", "isnt",
		"avoid", "no", "nor", "neither", "refuse", "refuses", "refusing", "declines", "decline", "prevent", "prevents",
		"preventing", "forbid", "forbids", "forbidden", "prohibit", "prohibits", "prohibited", "without", "against",
		"resist", "resists", "unable":
		return true
	}
	return false
}

// lifts: what follows is to be done although a prohibition stands before.
func lifts(word string) bool {
	switch word {
	case "hesitate", "forget", "fail", "worry", "only", "just", "afraid", "mind", "but", "instead", "then":
		return true
	}
	return false
}

// judges names an attack or what to do about one.
func judges(word string) bool {
	switch word {
	case "report", "reports", "reported", "flag", "flags", "flagged", "refuse", "refuses", "reject", "rejects", "rejected",
		"block", "blocks", "blocked", "blocking", "detect", "detects", "detected", "detecting", "detection", "attack",
		"attacks", "attacker", "attackers", "injection", "injections", "injected", "malicious", "suspicious", "untrusted",
		"phishing", "jailbreak", "jailbreaks", "adversarial", "hostile", "warn", "warning", "alert", "escalate", "distrust",
		"quarantine", "sanitize", "scan", "scans", "scanner", "scanning", "signature", "signatures", "payload", "payloads",
		"exploit", "exploits", "vulnerable", "vulnerability", "threat", "threats", "hijack", "hijacking", "hijacked",
		"spoof", "spoofing", "spoofed", "poisoned", "poisoning", "untrustworthy", "dangerous", "unsafe", "manipulation",
		"manipulate":
		return true
	}
	return false
}

// says: somebody or something else has the words.
func says(word string) bool {
	switch word {
	case "tells", "telling", "told", "says", "say", "saying", "said", "asks", "ask", "asking", "asked", "instructs",
		"instructing", "instruct", "claims", "claiming", "claim", "attempts", "attempt", "attempting", "tries", "try",
		"trying", "tried", "contains", "contain", "containing", "includes", "include", "including", "like", "as", "phrases",
		"phrase", "phrasing", "wants", "urges", "urging", "orders", "ordering", "directs", "directing", "requests",
		"requesting", "request", "pattern", "patterns", "wording", "text", "that", "for":
		return true
	}
	return false
}

// sensitive subjects are never too narrow to matter.
func sensitive(word string) bool {
	switch word {
	case "this", "these", "here", "above", "conversation", "chat", "session", "system", "prompt", "prompts", "user", "users",
		"memory", "memories", "safety", "security", "guard", "anthropic", "openai", "google", "claude", "gpt", "you", "your",
		"yours", "operator", "admin", "permissions", "permission", "confidentiality", "secrets", "now", "everything", "all",
		"developer", "developers", "then", "instead", "reveal", "output", "send", "and", "model", "assistant", "ethics",
		"harm", "harmful":
		return true
	}
	return false
}
