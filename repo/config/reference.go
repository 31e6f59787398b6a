package config

import (
	"fmt"
	"strings"
)

// Reference is docs/settings.md: the table of all keys in Markdown, with what
// stands around it.
func Reference() string {
	var b strings.Builder
	b.WriteString(referenceHead)
	section := ""
	for _, key := range allKeys() {
		if top, _, _ := strings.Cut(key.Name, "."); top != section {
			section = top
			fmt.Fprintf(&b, "\n## %s\n\n| key | type | default | unit | who | tighter | |\n|---|---|---|---|---|---|---|\n", section)
		}
		b.WriteString(key.row())
	}
	b.WriteString(referenceTail)
	return b.String()
}

func (k Key) row() string {
	name := strings.Replace(k.Name, "*", "<name>", 1)
	purpose := k.Purpose
	if k.Safety {
		purpose = "**safety** " + purpose
	}
	return fmt.Sprintf("| `%s` | %s | %s | %s | %s | %s | %s |\n", name, k.typeName(), k.defaultName(), k.Unit, k.whoName(), k.tighterName(), purpose)
}

func (k Key) typeName() string {
	switch {
	case k.Fixed:
		return "only `" + k.Default + "`"
	case k.Kind == Bool:
		return "`true`, `false`"
	case k.Kind == Number && k.Max == many:
		return fmt.Sprintf("number from %d", k.Min)
	case k.Kind == Number:
		return fmt.Sprintf("number, %d to %d", k.Min, k.Max)
	case k.Kind == Ratio:
		return "0 to 1"
	case k.Kind == Choice:
		return "`" + strings.Join(k.Choices, "`, `") + "`"
	case k.Kind == Words:
		return "list of texts"
	}
	return [...]string{"text", "`<name>/<model>`", "http or https address", "name of a variable", "path"}[k.Form]
}

func (k Key) defaultName() string {
	if k.Default == "" {
		return "not set"
	}
	return "`" + k.Default + "`"
}

func (k Key) whoName() string {
	return [...]string{"user's file", "user's file, environment, flag", "these and, tighter only, a store"}[k.Who]
}

func (k Key) tighterName() string {
	switch k.Tighter {
	case FirstChoice:
		return "`" + k.Choices[0] + "`"
	case NoDirection:
		return ""
	}
	return [...]string{Lower: "lower", Higher: "higher", False: "`false`", True: "`true`"}[k.Tighter]
}

const referenceHead = `# Settings

<!-- Made from the table in repo/config (go test ./repo/config -run TestReference -update). Change the table, not this file. -->

Settings stand in ` + "`<config home>/gitmem/config.yaml`" + `, which ` + "`gitmem config set KEY VALUE`" + ` changes without
touching anything else in it. Keys are nested:

    memory:
      promotion: high_confidence
      auto_confidence: 0.95

- Layers, the later wins: default, user's file, its overrides for this project, ` + "`settings:`" + ` of the store's ` + "`store.yaml`" + `, environment, flag.
- **Safety** settings come from the user's own file alone. Store, environment, flags, and a user file that the environment moved outside the account's
  own home, can only make them tighter; a looser value there is ignored and named by ` + "`gitmem config check`" + `. Where the user file was moved so, the file at the
  account's own place still counts for them.
- A store may set few keys, and those in the tighter direction only; any other key in ` + "`store.yaml`" + ` is refused.
- A variable is the key in capitals with underscores: ` + "`GITMEM_MEMORY_PENDING_DAYS=14`" + `. Set and empty counts as not set.
- ` + "`projects: {<store id>: {…}}`" + ` in the user's file overrides every key but ` + "`models`" + ` for one project.
- ` + "`memory: false`" + ` stands for ` + "`memory.resident`" + ` and ` + "`memory.tool`" + ` both ` + "`false`" + `.
- Unknown keys are refused with their position, in the environment too where a variable begins like a setting.
- Times ending in ` + "`_ms`" + ` are milliseconds.
`

const referenceTail = `
## Retired

` + "`memory.reflection` and `memory.nudge_interval`" + ` are refused by name.
`
