package main

import (
	"fmt"
	"maps"
	"slices"
)

// report ranks, prints, and says what was missed.
func (o options) report(sets []set) ([]string, error) {
	others := map[string]rankings{}
	if o.answers != "" {
		var err error
		if others, err = readAnswers(o.answers); err != nil {
			return nil, err
		}
	}
	results := map[string]map[string]figures{}
	for _, s := range sets {
		found, err := measure(s, others)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		results[s.name] = found
		if err := printSet(s, found); err != nil {
			return nil, err
		}
	}
	missed := shortfalls(results)
	for _, m := range missed {
		fmt.Println("MISSED:", m)
	}
	if len(missed) == 0 {
		fmt.Println("these sets meet their goals, and no other engine is ahead on any of them")
	}
	return missed, nil
}

// measure gives the figures of all engines on one set.
func measure(s set, others map[string]rankings) (map[string]figures, error) {
	found := map[string]figures{}
	for name, rank := range map[string]func(set) (rankings, error){ours: ourEngine, "bleve standard": standardEngine} {
		answers, err := rank(s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		found[name] = judge(s, answers)
	}
	for name, answers := range others {
		found[name] = judge(s, answers)
	}
	return found, nil
}

func printSet(s set, found map[string]figures) error {
	digest, err := s.digest()
	if err != nil {
		return err
	}
	records, questions := s.counts()
	fmt.Printf("%s: %d records, %d questions, corpus %s\n", s.name, records, questions, digest)
	engines := slices.Sorted(maps.Keys(found))
	slices.SortStableFunc(engines, func(a, b string) int { // ours first
		switch {
		case a == b:
			return 0
		case a == ours:
			return -1
		case b == ours:
			return 1
		}
		return 0
	})
	for _, name := range engines {
		f := found[name]
		fmt.Printf("  %-16s hit@5 %.3f  recall@5 %.3f  recall@10 %.3f  MRR %.3f\n", name, f.Hit5, f.Recall5, f.Recall10, f.MRR)
	}
	return nil
}
