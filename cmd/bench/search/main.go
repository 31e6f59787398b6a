package main

import (
	"flag"
	"fmt"
	"os"

	"gitmem/cmd/bench"
)

func main() {
	sizes := flag.String("sizes", "1000,10000", "numbers of experiences in a store")
	rounds := flag.Int("rounds", 15, "rounds that count")
	records := flag.Int("large", 1_000_000, "records of the large index; 0 leaves it out")
	part := flag.String("part", "", "for the program itself: one part of the large index")
	of := flag.String("of", "", "for the program itself: what the part is about")
	flag.Parse()
	if *part != "" {
		if err := runPart(*part, *of); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	met, err := bench.EachSize(*sizes, func(files int) (bool, error) { return measureStore(files, *rounds) })
	if err == nil && *records > 0 {
		var ok bool
		ok, err = measureLarge(*records)
		met = met && ok
	}
	os.Exit(bench.Status(met, err))
}

// measureStore measures on one store.
func measureStore(files, rounds int) (bool, error) {
	s, err := newShelf(files)
	if err != nil {
		return false, err
	}
	defer s.Remove()
	met, err := s.commands(rounds)
	if err != nil {
		return false, err
	}
	ok, err := s.library(rounds)
	return met && ok, err
}
