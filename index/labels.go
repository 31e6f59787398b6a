package index

import (
	"fmt"
	"strings"
	"time"

	"gitmem/index/corpus"
)

// Labels of a document, by what they begin with.
const (
	labelExperience = "experience"
	labelKind       = "kind:"
	labelStatus     = "status:"
	labelSession    = "session:"
	labelDay        = "day:"   // 2006-01-02
	labelMonth      = "month:" // 2006-01
	labelYear       = "year:"  // 2006
)

// dated are the labels by which a day, and all after it, are found.
func dated(t time.Time) []string {
	day := t.UTC().Format("2006-01-02")
	return []string{labelDay + day, labelMonth + day[:7], labelYear + day[:4]}
}

// filters are the labels of which a hit must have one each.
func (q Query) filters(c *corpus.Corpus) ([][]string, error) {
	var all [][]string
	if q.Experiences {
		all = append(all, []string{labelExperience})
	}
	if len(q.Kinds) > 0 {
		all = append(all, prefixed(labelKind, q.Kinds))
	}
	if len(q.Statuses) > 0 {
		all = append(all, prefixed(labelStatus, q.Statuses))
	}
	if q.Session != "" {
		all = append(all, []string{labelSession + q.Session})
	}
	if q.Since.IsZero() {
		return all, nil
	}
	days, err := since(c, q.from())
	return append(all, days), err
}

func prefixed(prefix string, list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = prefix + s
	}
	return out
}

// since gives the labels that cover a day and all after it: days of its month,
// later months of its year, later years. Only those that some document has, so
// that their number stays small.
func since(c *corpus.Corpus, day time.Time) ([]string, error) {
	year, month, date := fmt.Sprintf("%04d", day.Year()), day.Format("2006-01"), day.Format("2006-01-02")
	var all []string
	for _, step := range []struct{ prefix, from string }{
		{labelDay + month, labelDay + date},
		{labelMonth + year, labelMonth + month + "~"},
		{labelYear, labelYear + year + "~"},
	} {
		labels, err := c.Labels(step.prefix)
		if err != nil {
			return nil, err
		}
		for _, l := range labels {
			if strings.Compare(l, step.from) >= 0 {
				all = append(all, l)
			}
		}
	}
	return all, nil
}
