package session_test

import (
	"errors"
	"testing"

	"gitmem/repo/session"
)

func policy(t *testing.T, s *session.Shelf, id string) session.Policy {
	t.Helper()
	p, err := s.Policy(id)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func child(id, parent string) session.Entry {
	e := entry(id, "1", 1, "x")
	e.Conversation.Parent, e.Conversation.Relation = parent, session.Subagent
	return e
}

func TestThePolicyIsFrozenAtFirstSight(t *testing.T) {
	state := t.TempDir()
	add(t, session.Open(state, session.Options{Default: session.Frozen{NoGeneration: true}}), entry("a", "1", 1, "x"))
	later := session.Open(state, session.Options{})
	if p := policy(t, later, "a"); p.Generation != session.Disabled || !p.UseMemories || p.Revision != 0 || p.Source != "settings" {
		t.Fatalf("%+v", p)
	}
	if p := policy(t, later, "never seen"); p.Generation != session.Enabled {
		t.Fatalf("%+v", p)
	}
}

func TestPolicyChangesNeedThePresentRevision(t *testing.T) {
	s := shelf(t, session.Options{})
	add(t, s, entry("a", "1", 1, "x"))
	off := false
	p, err := s.SetPolicy(ctx, "a", session.PolicyChange{UseMemories: &off, Generation: session.Disabled, Reason: "r", Source: "user"}, 0)
	if err != nil || p.Revision != 1 || p.UseMemories || p.Generation != session.Disabled {
		t.Fatal(p, err)
	}
	var stale *session.StaleError
	if _, err = s.SetPolicy(ctx, "a", session.PolicyChange{Generation: session.Enabled}, 0); !errors.As(err, &stale) || stale.Present.Revision != 1 {
		t.Fatal(err)
	}
	if p, err = s.SetPolicy(ctx, "a", session.PolicyChange{Generation: session.Disabled}, 1); err != nil || p.Revision != 1 {
		t.Fatal("no change is no revision", p, err)
	}
	if p, err = s.SetPolicy(ctx, "a", session.PolicyChange{Generation: session.Enabled}, 1); err != nil || p.Revision != 2 {
		t.Fatal(p, err)
	}
	if _, err = s.SetPolicy(ctx, "a", session.PolicyChange{Generation: session.Excluded}, 2); err == nil {
		t.Fatal("excluded cannot be set")
	}
}

func TestExcludedIsFinalAndReachesChildren(t *testing.T) {
	s := shelf(t, session.Options{})
	add(t, s, entry("a", "1", 1, "x"), child("b", "a"))
	if p, err := s.Exclude(ctx, "a", "looked at the web", "external"); err != nil || p.Generation != session.Excluded || p.Revision != 1 {
		t.Fatal(p, err)
	}
	if p, err := s.Exclude(ctx, "a", "again", "user"); err != nil || p.Revision != 1 || p.Source != "external" {
		t.Fatal(p, err)
	}
	if p, err := s.SetPolicy(ctx, "a", session.PolicyChange{Generation: session.Enabled}, 1); !errors.Is(err, session.ErrExcluded) || p.Generation != session.Excluded {
		t.Fatal(p, err)
	}
	add(t, s, child("c", "a"))
	for _, id := range []string{"b", "c"} { // the one that was there, and the one that came later
		if p := policy(t, s, id); p.Generation != session.Excluded {
			t.Errorf("%s: %+v", id, p)
		}
	}
	if err := s.Delete(ctx, "a"); err != nil {
		t.Fatal(err)
	}
	if p := policy(t, s, "a"); p.Generation != session.Excluded {
		t.Errorf("deleted: %+v", p)
	}
}

func TestAPrivateSessionIsNotLearnedFrom(t *testing.T) {
	s := shelf(t, session.Options{})
	e := entry("a", "1", 1, "x")
	e.Conversation.Private = true
	add(t, s, e)
	if p := policy(t, s, "a"); p.Generation != session.Disabled || p.Source != "agent" {
		t.Fatalf("%+v", p)
	}
}

func TestExternalContent(t *testing.T) {
	for _, c := range []struct {
		call session.ToolCall
		want bool
	}{
		{session.ToolCall{Kind: session.Web, Status: session.OK}, true},
		{session.ToolCall{Kind: session.Web, Status: session.Failed}, false},
		{session.ToolCall{Kind: session.MCP, Server: "docs", Status: session.OK}, true},
		{session.ToolCall{Kind: session.MCP, Server: "docs", Status: session.Failed}, false},
		{session.ToolCall{Kind: session.MCP, Server: session.OwnServer, Status: session.OK}, false},
		{session.ToolCall{Kind: session.Shell, Network: true, Status: session.Failed}, true},
		{session.ToolCall{Kind: session.Shell, Status: session.OK}, false},
		{session.ToolCall{Kind: session.Read, Status: session.OK, Output: "curl https://x"}, false},
	} {
		if c.call.External() != c.want {
			t.Errorf("%+v: %v", c.call, !c.want)
		}
	}
}

// A subagent's web result is its parent's too, whichever is read first.
func TestExternalContentReachesTheParent(t *testing.T) {
	s := shelf(t, session.Options{})
	e := child("b", "a")
	e.Message.Tools = []session.ToolCall{{ID: "1", Kind: session.Web, Status: session.OK}}
	add(t, s, e)
	add(t, s, entry("a", "1", 1, "x"))
	if about, err := s.Find("a"); err != nil || !about.External || about.Messages != 1 {
		t.Fatal(about, err)
	}
}

// A hook freezes a policy before any message is read.
func TestFreezeBeforeTheFirstMessage(t *testing.T) {
	state := t.TempDir()
	s := session.Open(state, session.Options{Default: session.Frozen{NoMemories: true}})
	if p, err := s.Freeze(ctx, "a", ""); err != nil || p.UseMemories {
		t.Fatal(p, err)
	}
	if _, err := s.Exclude(ctx, "b", "r", "user"); err != nil {
		t.Fatal(err)
	}
	if list, err := s.List(); err != nil || len(list) != 0 {
		t.Fatal(list, err)
	}
	s = session.Open(state, session.Options{})
	add(t, s, entry("a", "1", 1, "x"), entry("b", "1", 1, "x"), child("c", "a"))
	if policy(t, s, "a").UseMemories || policy(t, s, "c").UseMemories || policy(t, s, "b").Generation != session.Excluded {
		t.Fatal("what was frozen changed")
	}
}

// learning.post_turn.disable_on_external_context: what took in external content
// is excluded as it is read, and with it what started it and what it started.
func TestExternalContentExcludes(t *testing.T) {
	fetched := func(e session.Entry) session.Entry {
		e.Message.Role = session.Assistant
		e.Message.Tools = []session.ToolCall{{ID: "w", Name: "WebFetch", Kind: session.Web, Status: session.OK}}
		return e
	}
	s := shelf(t, session.Options{ExcludeExternal: true})
	add(t, s, fetched(child("sub", "top")))
	add(t, s, entry("top", "1", 1, "x"), entry("other", "1", 1, "x"), child("next", "top"))
	for _, id := range []string{"sub", "top", "next"} {
		if p := policy(t, s, id); p.Generation != session.Excluded || !p.UseMemories {
			t.Errorf("%s: %+v", id, p)
		}
	}
	if p := policy(t, s, "sub"); p.Revision != 1 || p.Source != "settings" || p.Reason != "it took in external content" {
		t.Errorf("%+v", p)
	}
	if p := policy(t, s, "other"); p.Generation != session.Enabled || p.Revision != 0 {
		t.Errorf("%+v", p)
	}
	add(t, s, entry("sub", "2", 1, "more"), fetched(entry("sub", "3", 1, "more")))
	if p := policy(t, s, "sub"); p.Revision != 1 {
		t.Errorf("excluded again: %+v", p)
	}
	// by default it is only marked; where the setting comes later, reading on excludes
	state := t.TempDir()
	add(t, session.Open(state, session.Options{}), fetched(entry("a", "1", 1, "x")))
	later := session.Open(state, session.Options{ExcludeExternal: true})
	if p := policy(t, later, "a"); p.Generation != session.Enabled {
		t.Errorf("%+v", p)
	}
	add(t, later, entry("a", "2", 1, "y"))
	if p := policy(t, later, "a"); p.Generation != session.Excluded {
		t.Errorf("%+v", p)
	}
}
