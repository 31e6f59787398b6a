package config

import "strings"

// nearestKey finds the key that a mistyped name most likely meant, or "".
func nearestKey(name string) string {
	best, least := "", 1+len(name)/4
	if len(name) > 60 {
		return ""
	}
	for _, key := range allKeys() {
		if key.family() {
			continue
		}
		if strings.HasSuffix(key.Name, "."+name) {
			return key.Name
		}
		if n := distance(name, key.Name); n <= least {
			best, least = key.Name, n-1
		}
	}
	return best
}

// distance counts the bytes to insert, delete or change between two names.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
