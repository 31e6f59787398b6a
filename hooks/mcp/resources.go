package mcp

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// address names the memory of a scope.
func address(scope string) string { return "gitmem://memory/" + scope }

func (s *server) addResources() {
	for _, scope := range s.o.Scopes {
		s.mcp.AddResource(&mcp.Resource{
			URI: address(scope), Name: "memory." + scope, Title: "Memory, " + scope, MIMEType: "text/plain",
			Description: "What a session starts with, as data.",
		}, func(ctx context.Context, req *mcp.ReadResourceRequest) (out *mcp.ReadResourceResult, err error) {
			defer recovered(&err)
			got, err := s.memory.Read(ctx, scope)
			if err != nil {
				return nil, err
			}
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: req.Params.URI, MIMEType: "text/plain", Text: got.Text}}}, nil
		})
	}
}
