package evidence

import (
	"fmt"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

// operation is one on experiences, without its changes.
func operation(op string, actor candidates.Actor, es ...memfile.Experience) *repo.Operation {
	return &repo.Operation{Message: message(op, actor, es...), Author: candidates.Author(actor)}
}

// message is the commit message of an operation. The words of an experience go
// in one line, and only those that the guard lets into a context.
func message(op string, actor candidates.Actor, es ...memfile.Experience) memfile.Message {
	m := memfile.Message{Op: op, Actor: actor.Kind, Via: actor.Via, Agent: actor.Agent}
	for _, e := range es {
		m.IDs = append(m.IDs, e.ID)
		if len(e.Guard) == 0 && e.Status != memfile.StatusForgotten {
			m.Paragraphs = append(m.Paragraphs, oneLine(e.Title))
		}
	}
	if len(es) != 1 {
		m.Subject = fmt.Sprintf("%s %d experiences", op, len(es))
		return m
	}
	m.Subject = fmt.Sprintf("%s %s: %s", op, es[0].ID, kindWords(es[0].Kind))
	m.Source = sourceOf(es[0])
	return m
}

// sourceOf is where an experience comes from, as candidates and commits name it.
func sourceOf(e memfile.Experience) memfile.Source {
	return memfile.Source{Agent: e.Source.Agent, Session: e.Source.Session, Message: e.Source.Message}
}

// kindWords is a kind in the words of a person.
func kindWords(kind string) string {
	switch kind {
	case memfile.KindUnresolvedIssue:
		return "an unresolved issue"
	case memfile.KindUserCorrection:
		return "a correction by the user"
	case memfile.KindExplicitFeedback:
		return "explicit feedback"
	case memfile.KindOutcome:
		return "an outcome"
	}
	return "a " + kind
}
