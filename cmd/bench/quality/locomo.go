package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// talk is one conversation of LoCoMo.
type talk struct {
	ID           string                     `json:"sample_id"`
	QA           []locomoQuestion           `json:"qa"`
	Conversation map[string]json.RawMessage `json:"conversation"`
	Observation  map[string]json.RawMessage `json:"observation"`

	sessions []session
	of       map[string]string // session's id by turn's
}

type locomoQuestion struct {
	Question string   `json:"question"`
	Evidence []string `json:"evidence"`
	Category int      `json:"category"`
}

type session struct {
	number int
	date   string
	turns  []turn
}

type turn struct {
	Speaker string `json:"speaker"`
	ID      string `json:"dia_id"`
	Text    string `json:"text"`
}

// locomo gives three sets over the same questions: turns, whole sessions, and
// the facts that the collection lists, each with the turns that it rests on.
// Asked are the questions of categories 1 to 4 whose evidence exists.
func locomo(data string) ([]set, error) {
	path := filepath.Join(data, "locomo", "locomo10.json")
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var talks []talk
	if err := json.Unmarshal(raw, &talks); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	turns, sessions, facts := set{name: "locomo turns"}, set{name: "locomo sessions"}, set{name: "locomo facts"}
	for _, t := range talks {
		if err := t.order(); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", path, t.ID, err)
		}
		observed, err := t.facts()
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", path, t.ID, err)
		}
		turns.pools = append(turns.pools, t.turnPool())
		sessions.pools = append(sessions.pools, t.sessionPool())
		facts.pools = append(facts.pools, observed)
	}
	return []set{turns, sessions, facts}, nil
}

// order reads the sessions of the conversation.
func (t *talk) order() error {
	t.of = map[string]string{}
	name := regexp.MustCompile(`^session_(\d+)$`)
	for key, value := range t.Conversation {
		m := name.FindStringSubmatch(key)
		if m == nil {
			continue
		}
		number, err := strconv.Atoi(m[1])
		if err != nil {
			return err
		}
		s := session{number: number}
		if err := json.Unmarshal(value, &s.turns); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		if date, ok := t.Conversation[key+"_date_time"]; ok {
			if err := json.Unmarshal(date, &s.date); err != nil {
				return fmt.Errorf("%s_date_time: %w", key, err)
			}
		}
		for _, turn := range s.turns {
			t.of[turn.ID] = s.id()
		}
		t.sessions = append(t.sessions, s)
	}
	slices.SortFunc(t.sessions, func(a, b session) int { return cmp.Compare(a.number, b.number) })
	return nil
}

func (s session) id() string { return "S" + strconv.Itoa(s.number) }

// questions are those that can be answered; relevant gives the records that
// hold what a turn says.
func (t talk) questions(relevant func(turn string) []string) []question {
	var list []question
	for i, q := range t.QA {
		if q.Category > 4 || len(q.Evidence) == 0 || slices.ContainsFunc(q.Evidence, func(id string) bool { return t.of[id] == "" }) {
			continue
		}
		var ids []string
		for _, e := range q.Evidence {
			ids = append(ids, relevant(e)...)
		}
		slices.Sort(ids)
		if ids = slices.Compact(ids); len(ids) > 0 {
			list = append(list, question{ID: "q" + strconv.Itoa(i+1), Text: q.Question, Relevant: ids})
		}
	}
	return list
}

func (t talk) turnPool() pool {
	p := pool{name: t.ID, questions: t.questions(func(turn string) []string { return []string{turn} })}
	for _, s := range t.sessions {
		for _, turn := range s.turns {
			p.records = append(p.records, record{ID: turn.ID, Title: turn.Speaker, Text: turn.Text})
		}
	}
	return p
}

func (t talk) sessionPool() pool {
	p := pool{name: t.ID, questions: t.questions(func(turn string) []string { return []string{t.of[turn]} })}
	for _, s := range t.sessions {
		var text strings.Builder
		for _, turn := range s.turns {
			fmt.Fprintf(&text, "%s: %s\n", turn.Speaker, turn.Text)
		}
		p.records = append(p.records, record{ID: s.id(), Title: s.date, Text: text.String()})
	}
	return p
}

// facts reads the observations: lists by speaker of a fact and the turn or
// turns that it was seen in.
func (t talk) facts() (pool, error) {
	p := pool{name: t.ID}
	by := map[string][]string{} // facts by turn
	for _, s := range t.sessions {
		key := fmt.Sprintf("session_%d_observation", s.number)
		if t.Observation[key] == nil {
			continue
		}
		var observed map[string][][2]json.RawMessage
		if err := json.Unmarshal(t.Observation[key], &observed); err != nil {
			return pool{}, fmt.Errorf("%s: %w", key, err)
		}
		for _, speaker := range []string{t.speaker("speaker_a"), t.speaker("speaker_b")} {
			for i, fact := range observed[speaker] {
				r := record{ID: fmt.Sprintf("%s:%s:%d", s.id(), speaker, i+1), Title: speaker}
				if err := json.Unmarshal(fact[0], &r.Text); err != nil {
					return pool{}, fmt.Errorf("%s: %s %d: %w", key, speaker, i+1, err)
				}
				p.records = append(p.records, r)
				for _, turn := range turnIDs(fact[1]) {
					by[turn] = append(by[turn], r.ID)
				}
			}
		}
	}
	p.questions = t.questions(func(turn string) []string { return by[turn] })
	return p, nil
}

func (t talk) speaker(key string) string {
	var name string
	if json.Unmarshal(t.Conversation[key], &name) != nil {
		return ""
	}
	return name
}

// turnIDs reads one id, a list of ids, or several in one text.
func turnIDs(raw json.RawMessage) []string {
	return regexp.MustCompile(`D\d+:\d+`).FindAllString(string(raw), -1)
}
