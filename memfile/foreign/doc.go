// Package foreign reads the memory files of other tools into plain entries, and accounts for every piece that it leaves out.
//
// Vocabulary:
//
//   - A piece is what the file is made of: a list item, a paragraph, a heading, a code block, an observation, a line. Each
//     piece becomes an [Entry], or several, or a [Skipped] with its line and the reason; none is lost without a word.
//   - Layout are skipped pieces that say nothing by themselves: headings, lines across the page, HTML comments and tags, front
//     matter. All other skipped pieces hold something that a person may want to carry over by hand.
//   - A lead is a text that means nothing without what follows it, and without which that would mean something else: a
//     paragraph or item that ends in a colon, or a paragraph in bold, before a list or a code block.
//   - A whole is a lead with its list, or a list item with the list nested in it.
//
// How meaning survives: a whole of at most 500 code points is one entry, its items as further lines. A longer one is split
// into its items, each with the text of its parent, or parents, in front, so that "commit to main" never stands without its
// "never do this:". Code blocks stay with the item or the lead that they belong to.
//
// Formats:
//
//   - markdown: MEMORY.md and CLAUDE.md of Claude Code, AGENTS.md, and their like. List items and loose paragraphs are entries,
//     those in quotations too.
//   - section-sign: entries of any length with a line between them that holds nothing but "§".
//   - bullets: a plain list, also with signs that Markdown does not know, such as "•". Text outside it is skipped.
//   - mcp-memory: the file of the MCP memory server, as JSON lines or as one JSON document. Each observation is the entry
//     "<entity>: <observation>"; relations are skipped.
//
// The package does no input or output, and it judges nothing: duplicates, the guard and the length of a resident file belong
// to those who make candidates of the entries.
//
// Start at [Read].
package foreign
