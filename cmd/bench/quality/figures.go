package main

import "slices"

// depth is how many records are asked for.
const depth = 10

// figures say how well an engine answered the questions of one set. Each is
// from 0 to 1.
type figures struct {
	Hit5     float64 // questions with a relevant record among the first five
	Recall5  float64 // of a question's relevant records those among the first five
	Recall10 float64
	MRR      float64 // mean of 1 / place of the first relevant record, 0 beyond the tenth
}

// judge measures the answers to all questions of a set, each alike.
func judge(s set, r rankings) figures {
	var sum figures
	n := 0.0
	for _, p := range s.pools {
		for _, q := range p.questions {
			one := judgeOne(q.Relevant, r[asked{s.name, p.name, q.ID}])
			sum.Hit5 += one.Hit5
			sum.Recall5 += one.Recall5
			sum.Recall10 += one.Recall10
			sum.MRR += one.MRR
			n++
		}
	}
	return figures{sum.Hit5 / n, sum.Recall5 / n, sum.Recall10 / n, sum.MRR / n}
}

func judgeOne(relevant, ranked []string) figures {
	var f figures
	for place, id := range ranked[:min(len(ranked), depth)] {
		if !slices.Contains(relevant, id) {
			continue
		}
		if f.MRR == 0 {
			f.MRR = 1 / float64(place+1)
		}
		if place < 5 {
			f.Hit5 = 1
			f.Recall5 += 1 / float64(len(relevant))
		}
		f.Recall10 += 1 / float64(len(relevant))
	}
	return f
}
