package words

// grouped gives the terms word by word. A word is what no term divides; its
// group has all terms that cover it. A word that is repeated has one group.
func (s *scanner) grouped() []QueryTerm {
	var terms []QueryTerm
	shares := make([]int, len(s.terms)) // groups that a term is in
	var from []int                      // the term that each of terms is
	asked := map[string]bool{}
	group := 0
	for i, word := range s.terms {
		if asked[word.Text] || s.divided(i) {
			continue
		}
		group++
		members := map[string]bool{}
		for j, t := range s.terms {
			if t.Start > word.Start || t.End < word.End || members[t.Text] {
				continue
			}
			members[t.Text] = true
			if t.Start == word.Start && t.End == word.End {
				asked[t.Text] = true
			}
			shares[j]++
			terms, from = append(terms, QueryTerm{Text: t.Text, Group: group}), append(from, j)
		}
	}
	for i, j := range from {
		terms[i].Weight = s.weight(j) / float64(shares[j])
	}
	return terms
}

// divided reports whether another term covers only a piece of the term i.
func (s *scanner) divided(i int) bool {
	t := s.terms[i]
	for _, other := range s.terms {
		if t.Start <= other.Start && other.End <= t.End && other.End-other.Start < t.End-t.Start {
			return true
		}
	}
	return false
}
