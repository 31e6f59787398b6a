package main

import (
	"fmt"
	"slices"
)

// ours names our engine in the report.
const ours = "gitmem"

// goals are the figures that ours must reach.
var goals = []struct {
	set, figure string
	least       float64
}{
	{"locomo turns", "hit@5", 0.62},
	{"locomo facts", "hit@5", 0.70},
	{"cranfield", "MRR", 0.55},
	{"skills", "MRR", 0.95},
}

// above are the sets on which ours must be better than every other engine; on
// the rest it must not be worse.
var above = []string{"locomo turns", "code terms"}

// compared are the figures that are compared between engines.
var compared = []string{"hit@5", "recall@5", "recall@10", "MRR"}

func (f figures) named(name string) float64 {
	switch name {
	case "hit@5":
		return f.Hit5
	case "recall@5":
		return f.Recall5
	case "recall@10":
		return f.Recall10
	}
	return f.MRR
}

// shortfalls says where ours is below a goal, or below another engine. results
// are the figures by set and engine.
func shortfalls(results map[string]map[string]figures) []string {
	var missed []string
	for _, g := range goals {
		all, measured := results[g.set]
		if got := all[ours].named(g.figure); measured && got < g.least {
			missed = append(missed, fmt.Sprintf("%s: %s is %.3f, the goal %.2f", g.set, g.figure, got, g.least))
		}
	}
	for set, all := range results {
		for engine, other := range all {
			if engine != ours {
				missed = append(missed, below(set, engine, all[ours], other)...)
			}
		}
	}
	slices.Sort(missed)
	return missed
}

// below says in which figures ours is behind another engine on one set, by
// more than rounding.
func below(set, engine string, own, other figures) []string {
	const rounding = 1e-9
	var missed []string
	for _, name := range compared {
		a, b := own.named(name), other.named(name)
		if a < b-rounding || slices.Contains(above, set) && a <= b+rounding {
			missed = append(missed, fmt.Sprintf("%s: %s is %.3f, that of %s %.3f", set, name, a, engine, b))
		}
	}
	return missed
}
