package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"gitmem/memfile/guard"
	"gitmem/memfile/guard/corpus"
)

func printTexts(w io.Writer, t corpus.Texts) {
	fmt.Fprintf(w, "attacks            %d of %d caught (target %d)\n", t.Caught, t.Attacks, corpus.LeastCaught)
	for _, text := range t.Missed {
		fmt.Fprintf(w, "  missed           %q\n", text)
	}
	fmt.Fprintf(w, "harmless sentences %d of %d passed (target all)\n", t.Passed, t.Harmless)
	for _, a := range t.Alarms {
		fmt.Fprintf(w, "  flagged          %q: %s\n", a.File, a.Rule)
	}
}

func printFiles(w io.Writer, f corpus.Files) {
	fmt.Fprintf(w, "harmless files     %d scanned, as text that a model wants in a prompt\n", f.Scanned)
	fmt.Fprintf(w, "  injection        %d flagged (target at most %d), all classes but credentials\n", f.Flagged(corpus.Wording...), corpus.MostInjection)
	for _, class := range corpus.Wording {
		fmt.Fprintf(w, "    %-14s %d\n", class, f.Flagged(class))
	}
	fmt.Fprintf(w, "  credentials      %d flagged (target at most %d)\n", f.Flagged(guard.Credential), corpus.MostLeaks)
	for _, class := range append(slices.Clone(corpus.Wording), guard.Credential) {
		for _, a := range f.Alarms[class] {
			fmt.Fprintf(w, "  %s:%d:%d: %s: %s\n", a.File, a.Line, a.Column, a.Rule, a.Message)
		}
	}
}

func printPositives(w io.Writer, p corpus.Positives) {
	fmt.Fprintf(w, "made secrets       %d of %d caught, %.1f %% (target %.0f %%), after %d rules\n", p.Caught, p.Strings, 100*p.Share(), 100*corpus.LeastShare, p.Rules)
	for _, rule := range slices.Sorted(maps.Keys(p.Missed)) {
		fmt.Fprintf(w, "  missed           %d after %s\n", p.Missed[rule], rule)
	}
	if len(p.Unmade) > 0 {
		fmt.Fprintf(w, "  counted missed   %s: the rule has no pattern of text\n", strings.Join(p.Unmade, ", "))
	}
}
