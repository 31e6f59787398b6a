package settings

import (
	"slices"

	"github.com/tailscale/hujson"
)

// hooksKey is the member that holds the hooks, in each agent that has them.
const hooksKey = "hooks"

// Hook is one hook of an agent.
type Hook struct {
	Event   string
	Matcher string // "" for every occasion
	Command string
	Windows string // the command there, where the agent documents one
	Timeout int    // in seconds
}

type hookGroup struct {
	Matcher string        `json:"matcher,omitempty"`
	Hooks   []hookHandler `json:"hooks"`
}

type hookHandler struct {
	Type    string `json:"type"`
	Command string `json:"command"`
	Windows string `json:"commandWindows,omitempty"`
	Timeout int    `json:"timeout"`
}

func (h Hook) group() hookGroup {
	return hookGroup{Matcher: h.Matcher, Hooks: []hookHandler{{Type: "command", Command: h.Command, Windows: h.Windows, Timeout: h.Timeout}}}
}

// handler is one hook as it stands in a file.
type handler struct {
	event               string
	group, at           int // places in the lists
	matcher, command    string
	windows             string
	timeout             float64
	groupList, hookList *hujson.Value
}

// own are gitmem's own hooks in the file.
func (f *jsonFile) own() []handler {
	var own []handler
	hooks := f.at(hooksKey)
	if hooks == nil {
		return nil
	}
	events, _ := hooks.Value.(*hujson.Object)
	if events == nil {
		return nil
	}
	for i := range events.Members {
		name, _ := events.Members[i].Name.Value.(hujson.Literal)
		list := &events.Members[i].Value
		groups := elements(list)
		for g := range groups {
			own = append(own, ownIn(name.String(), list, &groups[g], g)...)
		}
	}
	return own
}

// ownIn are those of one group.
func ownIn(event string, list, group *hujson.Value, at int) []handler {
	i := indexOf(group, hooksKey)
	if i < 0 {
		return nil
	}
	hooks := &group.Value.(*hujson.Object).Members[i].Value
	whole, _ := plain(group).(map[string]any)
	matcher, _ := whole["matcher"].(string)
	var own []handler
	entries := elements(hooks)
	for n := range entries {
		m, _ := plain(&entries[n]).(map[string]any)
		command, _ := m["command"].(string)
		if !CallsHook(command) {
			continue
		}
		h := handler{event: event, group: at, at: n, matcher: matcher, command: command, groupList: list, hookList: hooks}
		h.windows, _ = m["commandWindows"].(string)
		h.timeout, _ = m["timeout"].(float64)
		own = append(own, h)
	}
	return own
}

func (h handler) is(want Hook) bool {
	return h.event == want.Event && h.matcher == want.Matcher && h.command == want.Command && h.windows == want.Windows && h.timeout > 0
}

// lookHooks compares the own hooks with those that are wished. A time-out that
// a person changed is no lack.
func (f *jsonFile) lookHooks(want []Hook) []Lack {
	var lacks []Lack
	own := f.own()
	for _, w := range want {
		if slices.ContainsFunc(own, func(h handler) bool { return h.is(w) }) {
			continue
		}
		kind := Missing
		if slices.ContainsFunc(own, func(h handler) bool { return h.event == w.Event }) {
			kind = Stale
		}
		lacks = append(lacks, Lack{kind, "hook " + w.Event})
	}
	seen := map[Hook]bool{}
	for _, h := range own {
		i := slices.IndexFunc(want, h.is)
		if i >= 0 && !seen[want[i]] {
			seen[want[i]] = true
			continue
		}
		if lack := (Lack{Stale, "hook " + h.event}); !slices.Contains(lacks, lack) {
			lacks = append(lacks, lack)
		}
	}
	return lacks
}

func (f *jsonFile) installHooks(want []Hook) error {
	if len(want) == 0 || len(f.lookHooks(want)) == 0 {
		return nil
	}
	if err := f.removeHooks(); err != nil {
		return err
	}
	for _, w := range want {
		if err := f.add([]string{hooksKey, w.Event}, w.group()); err != nil {
			return err
		}
	}
	return nil
}

// removeHooks takes out the own hooks, then the groups and lists that hold
// nothing more.
func (f *jsonFile) removeHooks() error {
	for {
		own := f.own()
		if len(own) == 0 {
			return nil
		}
		h := own[len(own)-1]
		alone := len(elements(h.hookList)) == 1
		var err error
		if alone {
			err = f.cut(h.groupList, h.group)
		} else {
			err = f.cut(h.hookList, h.at)
		}
		if err == nil {
			err = f.prune(hooksKey, h.event)
		}
		if err != nil {
			return err
		}
	}
}
