// Command guard measures the safety scan and prints the published figures:
//
//	go run ./cmd/bench/guard [-data ../shared/data]
//
// It reads attacks, harmless sentences and some 1,300 real skills and memory
// files below the data folder, makes strings after the published secret rules,
// and times the scan, first in fresh processes and then warm. It exits with 1
// when a target is missed, and with 3 when the data folder is not there.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"

	"gitmem/memfile/guard/corpus"
)

func main() {
	os.Exit(run())
}

func run() int {
	data := flag.String("data", "../shared/data", "folder with scanner, skills and memory-files")
	first := flag.Bool(firstFlag, false, "time one scan in this process and print nanoseconds")
	size := flag.Int("size", 200, "with -"+firstFlag+": bytes of text to scan")
	flag.Parse()
	if *first {
		fmt.Println(timeOnce(cleanText(*size)).Nanoseconds())
		return 0
	}
	report, err := corpus.Measure(os.DirFS(*data))
	if errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(os.Stderr, "guard: the published texts are not in %s: %v\nhint: give their folder with -data; without it only the made secrets and the time can be measured\n", *data, err)
		printPositives(os.Stdout, corpus.MeasurePositives())
		printCost(os.Stdout)
		return 3
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "guard:", err)
		return 1
	}
	printTexts(os.Stdout, report.Texts)
	printFiles(os.Stdout, report.Files)
	printPositives(os.Stdout, report.Positives)
	printCost(os.Stdout)
	shortfalls := report.Shortfalls()
	for _, line := range shortfalls {
		fmt.Println("MISSED:", line)
	}
	if len(shortfalls) > 0 {
		return 1
	}
	fmt.Println("all targets are met")
	return 0
}
