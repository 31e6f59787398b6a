package guard

import "strings"

// markupShapes are what a person does not see when the text is rendered, what
// runs or loads then, and links that carry data out.
var markupShapes = [...]shape{
	{
		rule: "markup.comment", class: Markup, message: "an HTML comment that speaks to an agent",
		wide: true, keywords: []string{"<!--", `<\!--`},
		pattern: `<\\?!--([\s\S]*?)(?:--\s*>|$)`,
		real:    speaksToAgent,
	},
	{
		rule: "markup.hidden", class: Markup, message: "an element that is not shown",
		wide: true, keywords: []string{"style=", "style ="},
		pattern: `<[a-z][^<>]*style\s*=\s*["'](?:[^"'<>]*[;\s])?(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(?:\.0+)?\s*[;"']|(?:left|top|text-indent)\s*:\s*-\d{3,}|color\s*:\s*(?:white|transparent|#f{3}(?:f{3})?)\b)`,
		real:    outside,
	},
	{
		rule: "markup.hidden", class: Markup, message: "an element that is not shown",
		wide: true, keywords: []string{"hidden"},
		pattern: `<(?:div|span|p|section|pre|blockquote|li|ul|td|font|b|i)\s(?:[^<>]*\s)?hidden(?:\s*=\s*["']?(?:hidden|true)?["']?)?(?:\s[^<>]*)?>`,
		real:    outside,
	},
	{
		rule: "markup.script", class: Markup, message: "a script",
		wide: true, keywords: []string{"<script"},
		pattern: `<script\b[^<>]*\bsrc\s*=|<script\b[^<>]*>[^\x60]*?[(=;][^\x60]*?</script|<script\b[^<>]*>\s*[\w.]+\s*\(`,
		real:    func(d *document, m match) bool { return !m.inCode || alone(d, m) },
	},
	{
		rule: "markup.active", class: Markup, message: "markup that runs or loads something",
		wide: true, keywords: []string{"<iframe", "<object", "<embed", "<applet", "<meta", "<base", "<form", "<link"},
		pattern: `<(?:iframe|object|embed|applet)\b[^<>]*\b(?:src|data|srcdoc|code)\s*=|<meta\b[^<>]*http-equiv\s*=\s*["']?refresh|<base\s[^<>]*href\s*=|<form\b[^<>]*action\s*=\s*["']?https?:|<link\b[^<>]*href\s*=\s*["']?https?:`,
		real:    outside,
	},
	{
		rule: "markup.active", class: Markup, message: "markup that runs something",
		wide: true, keywords: []string{"onerror", "onload", "onclick", "ondblclick", "onmouse", "onfocus", "onblur", "onchange", "oninput", "onsubmit", "ontoggle", "onanimation", "onpointer", "onkey", "onbegin", "onstart", "onhash", "onmessage", "onpage", "onpaste", "oncopy", "oncut", "ondrag", "ondrop", "onwheel", "onscroll", "onresize", "onunload", "onbefore", "onafter", "onauxclick", "oncontextmenu", "oninvalid", "onreset", "onsearch", "onselect", "ontouch", "ontransition", "oncanplay", "onplay"},
		pattern: `<[a-z][a-z0-9]{0,15}[\s/"'][^<>]*?\bon[a-z]{3,20}\s*=\s*["']?[^\s"'<>]`,
		real:    outside,
	},
	{
		rule: "markup.url", class: Markup, message: "an address that runs something",
		keywords: []string{"javascript:", "vbscript:", "data:"},
		pattern:  `\b(?:javascript|vbscript):[^\s"'<>\x60]*?[(=/]|\bdata:(?:text/html|application/(?:xhtml\+xml|javascript|x-javascript)|text/javascript|image/svg\+xml)[;,]`,
		real:     func(d *document, m match) bool { return !m.inCode || alone(d, m) || steals(d, m) },
	},
	{
		rule: "markup.beacon", class: Markup, message: "an image that carries data to its address",
		keywords: []string{"!["},
		pattern:  `!\[[^\]\n]*\]\(\s*<?https?://[^)\n]*?(?:[{$]|%s|=\s*(?:[)&]|…|\.\.\.|<|\[)|<[a-z_ ]+>|[?&](?:d|data|q|c|content|payload|msg|leak|exfil|secret|token|key|info|text|prompt|memory|context|conversation)=)`,
		real:     outside,
	},
	{
		rule: "markup.beacon", class: Markup, message: "an image that carries data to its address",
		wide: true, keywords: []string{"<img"},
		pattern: `<img\b[^<>]*src\s*=\s*["']?https?://[^<>\s"']*(?:[{$]|[?&](?:d|data|q|c|content|payload|msg|leak|exfil|secret|token|key|prompt|memory|context|conversation)=)`,
		real:    outside,
	},
	{
		rule: "markup.beacon", class: Markup, message: "a link that carries private data to its address",
		keywords: []string{"](http", "](<http", "]: http", "]:http"},
		pattern:  `\](?:\(\s*<?|:\s*)https?://[^)\s]*[?&/=][^)\s]*(?:\{|\$|<|\[|%7B)[^)\s]{0,20}(?:conversation|memor|context|secret|token|password|credential|history|env\b|prompt|api_?key)`,
		real:     outside,
	},
}

// speaksToAgent: the comment names an agent and what it is to do, or speaks of
// instructions, as notes between people do not.
func speaksToAgent(_ *document, m match) bool {
	if m.inCode {
		return false
	}
	return cached(`(?i)\b(?:ai|assistants?|agents?|claude|gpt|chatgpt|copilot|codex|gemini|cursor|llms?|models?)\b[^.\n]{0,60}\b(?:must|should|shall|please|always|never|ignore|do not|don't|run|execute|send|remember|follow|obey|add|include|reading this)\b|\b(?:ignore|override|disregard|secret|hidden)\b[^.\n]{0,60}\b(?:instructions?|rules?|users?|system|prompts?)\b|^\s*(?:system|instructions?|prompt|important)\s*:|\byou (?:must|are now|will|should)\b`).MatchString(m.groups[1])
}

// alone: the text is nothing but this code, so that nothing makes an example of it.
func alone(d *document, m match) bool {
	return strings.TrimSpace(d.plain.Text[:m.code.start]+d.plain.Text[m.code.end:]) == ""
}

// steals: even shown as code, what reads cookies or stored tokens in order to
// send them is no example that a memory needs.
func steals(d *document, m match) bool {
	end := min(len(d.lower), m.end+200)
	if m.inCode {
		end = min(end, m.code.end)
	}
	text := d.lower[m.start:end]
	return strings.Contains(text, "document.cookie") || strings.Contains(text, "eval(atob")
}
