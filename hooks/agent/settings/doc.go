// Package settings changes the settings files of coding agents: it adds what
// gitmem wants in one, says what of it is missing, and takes it out again. It
// works on bytes; nothing here touches a disk.
//
// A wish is what gitmem wants in one file: hooks, an entry for its MCP server,
// rules that deny, single values, or a managed block of text. An own entry is one
// that calls gitmem; all else in a file is foreign and is never changed: comments,
// order, indentation, line ends, a BOM and commas at the end stay byte for byte.
//
// No library writes these formats as it read them. So texts are parsed by
// libraries that give positions, and spliced there; a change lists its splices
// backwards, so that the former bytes can be had again exactly.
//
// What is not valid is refused with its line and column.
//
// Start at Install.
package settings
