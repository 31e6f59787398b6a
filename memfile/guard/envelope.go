package guard

import "strings"

// envelopeShapes are the frames of conversations that a text could forge: the
// special tokens of chat models, roles, and the sections of a context.
var envelopeShapes = [...]shape{
	{
		rule: "envelope.token", class: Envelope, message: "a control token of a chat model",
		keywords: []string{"<|"},
		pattern:  `<\|(?:im_start|im_end|im_sep|system|user|assistant|developer|tool|endoftext|endofprompt|eot_id|eom_id|start_header_id|end_header_id|begin_of_text|end_of_text|python_tag|channel|message|start|end|return|(?:begin|end)[\x{2581} _]of[\x{2581} _]sentence)\|>`,
		real:     spokenToken,
	},
	{
		rule: "envelope.token", class: Envelope, message: "a control token of a chat model",
		keywords: []string{"[inst]", "[/inst]", "<<sys>>", "<</sys>>", "_of_turn>"},
		pattern:  `\[/?INST\]|<</?SYS>>|<(?:start|end)_of_turn>`,
		real:     spokenToken,
	},
	{
		rule: "envelope.role", class: Envelope, message: "a tag that plays a role in a conversation",
		keywords: []string{"<system", "</system", "<assistant", "</assistant", "<developer", "</developer", "<instruction", "</instruction", "<tool", "</tool", "<function", "</function", "<user", "</user", "<human", "</human"},
		pattern:  `</?(?:system|system[-_ ]?(?:prompt|message|reminder|instructions?|note)|assistant|developer|human|instructions?|tool[-_](?:results?|calls?|use|output|response)|function[-_](?:calls?|results?)|user[-_](?:query|message|input|prompt))(?:\s[^<>\n]{0,80})?>`,
		real:     outside,
	},
	{
		rule: "envelope.close", class: Envelope, message: "a tag that closes the frame of a context",
		keywords: []string{"</"},
		pattern:  `</\s*(?:user|context|documents?|prompt|conversation|untrusted[-_\w]*|data|policy|message)\s*>`,
		real:     closesNothing,
	},
	{
		rule: "envelope.own", class: Envelope, message: "a frame of gitmem's own context",
		keywords: []string{"memory", "learning", "experiences", "recalled", "gitmem"},
		pattern:  `</?\s*(?:memory[.:_-](?:global|project)|learning[.:_-]experiences|(?:project|global)[._-](?:experiences|memory)|recalled[\w.-]*|gitmem[\w.:-]*)(?:\s[^<>\n]*)?/?>|</\s*memor(?:y|ies)\s*>|(?:BEGIN|END)\s+RECALLED\s+CONVERSATION(?:\s+EXCERPTS)?|(?m:^[\s#=\[*-]{1,8}(?:memory\.(?:global|project)|learning\.experiences)[\s\]=:*-]*$)`,
	},
	{
		rule: "envelope.role", class: Envelope, message: "a line that plays a role in a conversation",
		keywords: []string{"system", "developer", "admin"},
		pattern:  `(?m)^[ \t>*_#\[(<=-]{0,8}(?:system|developer|admin)(?:[ _-]?(prompt|message|instructions?|override|notice|alert|update|command))?[ \t\])>*_=-]{0,8}:[ \t*_\])-]{0,5}(\w+(?:'\w+)?)`,
		real:     commandingRole,
	},
	{
		rule: "envelope.role", class: Envelope, message: "a line that plays a role in a conversation",
		keywords: []string{"[system", "[developer", "[assistant", "[admin"},
		pattern:  `(?m)^[ \t>*-]{0,6}\[(?:system|developer|assistant|admin)(?: (?:prompt|message|override|notice|instructions?|update))?\][ \t]*:?[ \t]*\w`,
		real:     outside,
	},
	{
		rule: "envelope.role", class: Envelope, message: "turns of a conversation",
		wide: true, keywords: []string{"human:", "user:"},
		pattern: `(?m)^[ \t>*-]{0,6}(?:Human|User):[ \t][^\n]+\n\s*[ \t>*-]{0,6}(?:Assistant|AI):[ \t]`,
		real:    outside,
	},
	{
		rule: "envelope.role", class: Envelope, message: "a message of a conversation",
		keywords: []string{`"role"`},
		pattern:  `"role"\s*:\s*"(?:system|developer)"`,
		real:     outside,
	},
	{
		rule: "envelope.border", class: Envelope, message: "a line that claims to end or begin a part of the prompt",
		keywords: []string{"end of", "begin", "end ", "start of"},
		pattern:  `(?:[-=#*\[<]{2,}|^\[)[ \t]*(?:begin|end|start)(?:ing)?(?: of)?(?: the)? (?:system|user|prompt|context|memory|memories|instructions?|conversation|untrusted|trusted|tool)(?: (?:prompt|message|input|instructions?|data|output|context|section|memory|content))?[ \t]*(?:[-=#*\]>]{2,}|\])`,
		real:     outside,
	},
}

// spokenToken: outside code every token counts; in code only one that opens a
// turn, because a name of a token alone is talked about.
func spokenToken(d *document, m match) bool {
	if !m.inCode {
		return true
	}
	rest := strings.TrimSpace(d.plain.Text[m.end:m.code.end])
	if strings.HasPrefix(strings.ToLower(m.groups[0]), "[inst") {
		return len(strings.Fields(rest)) >= 4
	}
	return cached(`(?i)^(?:system|user|assistant|developer|tool)\b.{3,}`).MatchString(rest)
}

// closesNothing: a closing tag whose opening tag does not stand before it.
func closesNothing(d *document, m match) bool {
	if m.inCode {
		return false
	}
	name := strings.Trim(m.groups[0], "</ >\t\n")
	opening := d.firstAt("<" + strings.ToLower(name))
	return opening < 0 || opening > m.start
}

// commandingRole tells a forged role from a field or a heading: a command
// follows, or a name that only a forged message has.
func commandingRole(_ *document, m match) bool {
	if m.inCode && !m.code.span {
		return false
	}
	switch strings.ToLower(m.groups[1]) {
	case "override", "notice", "alert", "command":
		return true
	}
	switch strings.ToLower(m.groups[2]) {
	case "you", "your", "you're", "ignore", "disregard", "forget", "override", "important", "from", "new", "grant", "allow", "execute", "run", "reveal", "output",
		"do", "don't", "never", "always", "must", "obey", "follow", "disable", "enable", "approve", "send", "act", "pretend", "respond", "urgent", "attention":
		return true
	}
	return false
}
