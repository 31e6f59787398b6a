package guard

import "strings"

const (
	secretFile = `(?:\.ssh/(?:id_\w+|identity)|\.aws/credentials|\.netrc|\.pgpass|\.git-credentials|\.gnupg/|\.claude/\.credentials\.json|(?:mcp-)?auth\.json)`
	envFile    = `(?:\.env(?:\.local|\.production)?|\.npmrc|\.pypirc|\.kube/config|\.docker/config\.json|/etc/(?:passwd|shadow)|id_rsa|id_ed25519|credentials)\b`
	home       = `(?:~|\$HOME|\$\{HOME\}|/root|/home/[\w.-]+|/Users/[\w.-]+)/`
	netTool    = `\b(?:curl|wget|nc|ncat|netcat|socat|invoke-webrequest|iwr)\b`
	secretName = `\w*(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL)\w*`
)

// commandShapes are shell commands that carry secrets away, open a way in, or
// take away what tells a person from an agent.
var commandShapes = [...]shape{
	{
		rule: "injection.exfiltration", class: Injection, message: "a command that sends the environment or a secret file",
		keywords: []string{"curl", "wget", "nc ", "ncat", "netcat", "socat", "webrequest", "iwr"},
		pattern: `\b(?:env|printenv)\s*\|[^\n]{0,80}` + netTool +
			`|\b(?:cat|base64|gzip|tar)\b[^\n;&]*(?:` + secretFile + `|` + envFile + `)[^\n]*\|[^\n]*` + netTool +
			`|` + netTool + `[^\n]*(?:\$\(|\x60|@|<\s?)\s*(?:env\b|printenv|(?:cat|base64)\s[^\n)]*|[\w./~$-]*)(?:\b(?:env|printenv)\b\s*[)\x60]|` + secretFile + `|/?` + envFile + `)`,
		real: notForbidden,
	},
	{
		rule: "injection.exfiltration", class: Injection, message: "a command that puts a secret into an address",
		keywords: []string{"curl", "wget"},
		pattern:  `\b(?:curl|wget)\b[^\n]*?https?://([^\s"'\x60/?]{1,100})[^\s"'\x60]*[?&/=][^\s"'\x60]*\$\{?(` + secretName + `)`,
		real:     foreignAddress,
	},
	{
		rule: "injection.secrets", class: Injection, message: "an order to open a secret file",
		keywords: []string{".ssh/", ".aws/", ".netrc", ".pgpass", ".git-credentials", ".gnupg", ".credentials.json", "auth.json"},
		pattern:  `\b(?:(?:cat|less|head|tail|bat|strings|xxd|base64|scp|rsync|cp)\b[^\n!?]{0,40}?(?:` + home + `[\w./-]{0,64}|\s|\x60|/)|(?:print|read|open|dump|copy|send|upload|paste|include|show|display|output)\b[^\n!?]{0,40}?` + home + `[\w./-]{0,64})` + secretFile + `(\.pub)?`,
		real:     secretPath,
	},
	{
		rule: "injection.secrets", class: Injection, message: "an order to open a secret file",
		keywords: []string{".env", "credentials"},
		pattern:  `\bcat\s+(?:[\w./~-]*/)?(?:\.env(?:\.local|\.production)?|credentials(?:\.json)?)(?:\s|$|[|;&"'\x60)])`,
		real:     notForbidden,
	},
	{
		rule: "injection.backdoor", class: Injection, message: "a way in for somebody else",
		keywords: []string{"authorized_keys"},
		pattern:  `(?:ssh-(?:rsa|ed25519|dss)|ecdsa-\S{1,30})\s+AAAA[\w+/]{8,}[^\n]*authorized_keys|authorized_keys[^\n]*(?:ssh-(?:rsa|ed25519|dss)|ecdsa-\S{1,30})\s+AAAA[\w+/]{8,}|\b(?:curl|wget|echo)\b[^\n]*>>[^\n]{0,60}authorized_keys|\becho\b[^\n]*\btee\s+-a\s[^\n]{0,60}authorized_keys`,
		real:     notForbidden,
	},
	{
		rule: "injection.backdoor", class: Injection, message: "a command that runs what it fetches at every start",
		keywords: []string{"crontab", "bashrc", "zshrc", ".profile", "base64"},
		pattern:  `(?:crontab|\.bashrc|\.zshrc|\.profile)[^\n]*\b(?:curl|wget)\b[^\n]*\|\s*(?:ba|z|da)?sh\b|\b(?:curl|wget)\b[^\n]*\|\s*(?:ba|z|da)?sh\b[^\n]{0,60}>>\s*~/\.(?:bashrc|zshrc|profile)|\bbase64\s+(?:-d|-D|--decode)\b[^\n]{0,80}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b`,
		real:     notForbidden,
	},
	{
		rule: "injection.traces", class: Injection, message: "a command that hides what was done",
		keywords: []string{"histfile", "history -c"},
		pattern:  `\bunset\s+HISTFILE\b|\bHISTFILE=(?:/dev/null|\s)|\bhistory\s+-c\b`,
		real:     notForbidden,
	},
	{
		rule: "tamper.environment", class: Injection, message: "a command that removes the marks of an agent",
		keywords: []string{"unset", "env -u", "export", "claudecode="},
		pattern:  `\b(?:unset\s+(?:\w+\s+){0,4}|env\s+(?:-u\s+\w+\s+){0,4}-u\s+)(?:CLAUDE\w*|CODEX_\w+|CURSOR_AGENT|GEMINI_CLI|OPENCODE\w*|GITMEM_\w+)\b|\bCLAUDECODE=(?:\s|["']{2}|0\b)`,
		real:     notForbidden,
	},
}

// notForbidden: no prohibition stands before the match in its line.
func notForbidden(d *document, m match) bool {
	before := d.lower[strings.LastIndexByte(d.lower[:m.start], '\n')+1 : m.start]
	if n := strings.LastIndexAny(before, ".;!?"); n >= 0 {
		before = before[n:]
	}
	return !cached(`\b(?:never|not|don't|dont|avoid|cannot|can't|forbidden|refuse|reject|block|blocks|deny|denies|denied|flag|flags|flagged|detect|detects|report|reports|attack|attacks|attacker|malicious|suspicious|pattern|patterns)\b`).MatchString(before)
}

// foreignAddress: the variable does not bear the name of the service that the
// address belongs to.
func foreignAddress(d *document, m match) bool {
	name, address := strings.ToLower(m.groups[2]), strings.ToLower(m.groups[1])
	if ownMachine(address) || strings.HasPrefix(address, "$") || !notForbidden(d, m) {
		return false
	}
	for _, part := range strings.Split(name, "_") {
		if len(part) >= 4 && part != "token" && part != "secret" && part != "password" && part != "auth" && strings.Contains(address, part) {
			return false
		}
	}
	return true
}

// secretPath leaves public keys alone.
func secretPath(d *document, m match) bool {
	return m.groups[1] == "" && notForbidden(d, m)
}
