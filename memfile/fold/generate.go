//go:build ignore

// This program writes lookalikes/lookalikes.txt from the published table of
// Unicode's confusable characters, as the module named in
// lookalikes/SOURCE.md carries it:
//
//	go run generate.go -in DIR/tables.go -out lookalikes/lookalikes.txt
package main

import (
	"bufio"
	"flag"
	"fmt"
	"log"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

func main() {
	in := flag.String("in", "", "tables.go of the module github.com/mtibben/confusables")
	out := flag.String("out", "lookalikes/lookalikes.txt", "file to write")
	flag.Parse()
	table, err := read(*in)
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(*out, []byte(table), 0o644); err != nil {
		log.Fatal(err)
	}
}

// read keeps the letters and letter-like signs that NFKC leaves alone and
// that look like exactly one ASCII letter, and groups them by that letter.
func read(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	row := regexp.MustCompile(`^\s*0x([0-9A-F]+): (".*"),`)
	groups := map[rune][]rune{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		m := row.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		n, err := strconv.ParseInt(m[1], 16, 32)
		if err != nil {
			return "", err
		}
		text, err := strconv.Unquote(m[2])
		if err != nil {
			return "", err
		}
		if letter, ok := target(rune(n), text); ok {
			groups[letter] = append(groups[letter], rune(n))
		}
	}
	return print(groups), nil
}

// target gives the ASCII letter that r looks like. The published table takes
// I, l, 1 and | for one shape and writes it l, and writes m as rn.
func target(r rune, text string) (rune, bool) {
	if r < 0x80 || norm.NFKC.String(string(r)) != string(r) || unicode.IsDigit(r) {
		return 0, false
	}
	if text == "rn" {
		text = "m"
	}
	if len(text) != 1 || !unicode.IsLetter(rune(text[0])) {
		return 0, false
	}
	if text == "l" && (unicode.IsUpper(r) || unicode.IsTitle(r)) {
		text = "I"
	}
	return rune(text[0]), true
}

func print(groups map[rune][]rune) string {
	var b strings.Builder
	for letter := rune('A'); letter <= 'z'; letter++ {
		if members := groups[letter]; len(members) > 0 {
			slices.Sort(members)
			fmt.Fprintf(&b, "%c", letter)
			for _, r := range members {
				fmt.Fprintf(&b, " %04X", r)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}
