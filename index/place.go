package index

import (
	"fmt"
	"strconv"
	"strings"

	"gitmem/memfile"
	"gitmem/repo"
)

// place is where the file of an experience lies, in twelve bytes.
type place struct {
	day uint32 // 20061130
	id  uint64 // the hex digits of the id
}

func (p place) compare(o place) int {
	switch {
	case p.day < o.day || p.day == o.day && p.id < o.id:
		return -1
	case p == o:
		return 0
	}
	return 1
}

// doc is the id of its document: the path without folder and ending.
func (p place) doc() string {
	return fmt.Sprintf("%04d/%02d/%02d/%c%016x", p.day/10000, p.day/100%100, p.day%100, memfile.KindExperience, p.id)
}

// path is the path of its file in the store.
func (p place) path() string { return memfile.ExperienceFolder + "/" + p.doc() + ".md" }

// placeOf is the inverse of doc.
func placeOf(doc string) (place, bool) {
	year, rest, _ := strings.Cut(doc, "/")
	month, rest, _ := strings.Cut(rest, "/")
	date, name, ok := strings.Cut(rest, "/")
	day, three := joinDay(year, month, date)
	id, right := idOf(name + ".md")
	return place{day: day, id: id}, ok && three && right
}

// joinDay reads the names of the three folders above a file.
func joinDay(year, month, date string) (uint32, bool) {
	if len(year) != 4 || len(month) != 2 || len(date) != 2 || !digits(year) || !digits(month) || !digits(date) {
		return 0, false
	}
	n, err := strconv.ParseUint(year+month+date, 10, 32)
	return uint32(n), err == nil
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// idOf reads the name of an experience's file; false for any other name.
func idOf(name string) (uint64, bool) {
	const length = 1 + 16 + len(".md")
	if len(name) != length || name[0] != memfile.KindExperience || name[length-3:] != ".md" {
		return 0, false
	}
	var id uint64
	for _, c := range []byte(name[1 : length-3]) {
		switch {
		case c >= '0' && c <= '9':
			id = id<<4 | uint64(c-'0')
		case c >= 'a' && c <= 'f':
			id = id<<4 | uint64(c-'a'+10)
		default:
			return 0, false
		}
	}
	return id, true
}

// entryDoc is the id of the document of an entry of the resident file, from 1.
func entryDoc(n int) string { return repo.ResidentPath + "#" + strconv.Itoa(n) }

// entryOf is the inverse of entryDoc.
func entryOf(doc string) (int, bool) {
	number, ok := strings.CutPrefix(doc, repo.ResidentPath+"#")
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(number)
	return n, err == nil && n > 0
}
