package session

import "time"

// Bounds of what is kept of one message, in bytes.
const (
	MaxText    = 1 << 20 // of the text; a longer one ends in CutMarker and has Cut set
	MaxCommand = 4 << 10 // of a shell call's command
	MaxTarget  = 512     // of what a call was about
	MaxOutput  = 4 << 10 // of a call's output: its beginning and its end
	MaxTools   = 256     // calls of one message; more set Cut
	MaxID      = 512     // of names of sessions, messages and calls
)

// CutMarker stands where text was left out.
const CutMarker = "\n[… cut by gitmem …]\n"

// Roles of a message.
const (
	User      = "user"
	Assistant = "assistant"
)

// Ends of an assistant's message.
const (
	Working     = ""            // the agent went on working, or it is not known yet
	Final       = "final"       // the agent's answer: the turn is complete
	Interrupted = "interrupted" // a person, an error or a limit stopped the turn here
)

// Message is one thing said in a session.
type Message struct {
	ID string `json:"id"` // stable: reading again gives the same
	// Revision grows with every fact that was added to the message.
	Revision int       `json:"revision"`
	Role     string    `json:"role"`
	Time     time.Time `json:"time,omitzero"` // UTC, to the second; zero where unknown
	Text     string    `json:"text,omitempty"`
	// Typed means that a person typed it, by the agent's own record.
	Typed bool `json:"typed,omitempty"`
	// Aside means that it came while the agent was at work and begins no turn.
	Aside bool `json:"aside,omitempty"`
	// Compaction means that it is a summary by which an agent shortened its own context.
	Compaction bool `json:"compaction,omitempty"`
	// Cut means that text or calls were left out.
	Cut bool `json:"cut,omitempty"`
	// Copied means that a forked session has it from another session, where it counts.
	Copied bool       `json:"copied,omitempty"`
	Tools  []ToolCall `json:"tools,omitempty"`
	End    string     `json:"end,omitempty"`
}

// Kinds of a tool call.
const (
	Shell  = "shell"
	Edit   = "edit"
	Write  = "write"
	Read   = "read"
	Search = "search"
	Web    = "web"
	MCP    = "mcp"
	Agent  = "agent"
	Other  = "other"
)

// States of a tool call.
const (
	OK      = "ok"
	Failed  = "error"
	Unknown = "unknown"
)

// OwnServer is the name of gitmem's own MCP server.
const OwnServer = "gitmem"

// ToolCall is what an agent did with a tool, by the agent's own record.
type ToolCall struct {
	ID        string   `json:"id"`
	Name      string   `json:"name"`
	Kind      string   `json:"kind"`
	Server    string   `json:"server,omitempty"`    // of an MCP call
	Target    string   `json:"target,omitempty"`    // file, pattern, address or command
	Command   string   `json:"command,omitempty"`   // of a shell call
	Artifacts []string `json:"artifacts,omitempty"` // files that it wrote or changed
	Status    string   `json:"status"`
	Exit      *int     `json:"exit,omitempty"`   // of a shell call, where it was told
	Output    string   `json:"output,omitempty"` // an excerpt; credentials are still in it
	// Network means that a shell call names a network client.
	Network bool `json:"network,omitempty"`
}

// External reports whether the call took content from outside into the
// session: a web or MCP result, gitmem's own server excepted, or a shell call
// that names a network client, whatever became of it.
func (c ToolCall) External() bool {
	switch c.Kind {
	case Web:
		return c.Status != Failed
	case MCP:
		return c.Status != Failed && c.Server != OwnServer
	case Shell:
		return c.Network
	}
	return false
}

// external reports whether any call of the message took in external content.
func (m Message) external() bool {
	for _, c := range m.Tools {
		if c.External() {
			return true
		}
	}
	return false
}
