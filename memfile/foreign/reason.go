package foreign

// reason is why a piece is skipped.
type reason struct {
	text   string
	layout bool // the piece says nothing by itself
}

// Of layout.
var (
	isHeading     = reason{"a heading", true}
	isBreak       = reason{"a line across the page", true}
	isComment     = reason{"an HTML comment", true}
	isTags        = reason{"HTML tags", true}
	isFrontMatter = reason{"front matter", true}
	isEmpty       = reason{"empty", true}
)

// Of text.
var (
	isLong   = reason{text: "longer than 2,000 characters"}
	isCode   = reason{text: "a code block that belongs to no item"}
	isTable  = reason{text: "a table"}
	isImport = reason{text: "an @import: import that file by itself"}
	isLinks  = reason{text: "nothing but links"}
	isNoItem = reason{text: "not a list item"}
)

// Of the file of an MCP memory server.
var (
	notJSON     = reason{text: "not valid JSON"}
	notUTF8     = reason{text: "not UTF-8"}
	hasNUL      = reason{text: "holds NUL bytes"}
	endsEarly   = reason{text: "not valid JSON from here on"}
	textAfter   = reason{text: "text after the end of the document"}
	notObject   = reason{text: "not an entity or a relation, but another kind of value"}
	unknownKind = reason{text: "an object that is neither an entity nor a relation"}
	unknownKey  = reason{"an unknown key", true}
	isRelation  = reason{text: "a relation between entities"}
	notList     = reason{text: "entities or relations that are not a list"}
	noName      = reason{text: "an entity without a name"}
	noFacts     = reason{text: "an entity without observations"}
	notText     = reason{text: "an observation that is not text"}
	halfOfAPair = reason{text: "holds half of a surrogate pair"}
)
