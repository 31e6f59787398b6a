package mcp

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Names of the tools.
const (
	ToolPropose = "memory_propose"
	ToolRead    = "memory_read"
	ToolSearch  = "experience_search"
)

var no = false

func (s *server) addTools() {
	if !s.o.NoProposals {
		mcp.AddTool(s.mcp, &mcp.Tool{
			Name: ToolPropose, Title: "Propose a change of memory",
			Description: "Propose an entry for the memory that later sessions get: a lasting preference, a correction, a rule of this repository, a verified way to " +
				"solve what comes again. It waits for a person. Not for: faults of the moment, guesses, unsolved problems, claims about tools, what was done, secrets, " +
				"what the files say. Read memory first; replace rather than add beside.",
			Annotations: &mcp.ToolAnnotations{DestructiveHint: &no, OpenWorldHint: &no, IdempotentHint: true},
		}, s.propose)
	}
	mcp.AddTool(s.mcp, &mcp.Tool{
		Name: ToolRead, Title: "Read memory", Description: "The memory that a session starts with, as data.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &no},
	}, s.read)
	mcp.AddTool(s.mcp, &mcp.Tool{
		Name: ToolSearch, Title: "Search experiences",
		Description: "Find what earlier sessions learned: problems and how they were solved, procedures, corrections.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &no},
	}, s.search)
}

func (s *server) propose(ctx context.Context, req *mcp.CallToolRequest, p Proposal) (out *mcp.CallToolResult, made Proposed, err error) {
	defer recovered(&err)
	p.Client, p.Connection = client(req.Session), s.connection
	made, err = s.memory.Propose(ctx, p)
	return nil, made, err
}

func (s *server) read(ctx context.Context, _ *mcp.CallToolRequest, w which) (out *mcp.CallToolResult, got Reading, err error) {
	defer recovered(&err)
	got, err = s.memory.Read(ctx, w.Target)
	return nil, got, err
}

func (s *server) search(ctx context.Context, _ *mcp.CallToolRequest, q Question) (out *mcp.CallToolResult, found any, err error) {
	defer recovered(&err)
	raw, err := s.memory.Search(ctx, q)
	if err != nil {
		return nil, nil, err
	}
	var answer map[string]any
	if err := json.Unmarshal(raw, &answer); err != nil {
		return nil, nil, err
	}
	return nil, answer, nil
}

// recovered makes a panic the error of one call: the server goes on.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("this is a fault of gitmem's own: %v", r)
	}
}
