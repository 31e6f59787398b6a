package cmd

import (
	"bytes"
	"encoding/json"
	"errors"

	"gitmem/memfile"
)

// readList reads a JSON list of objects from a file, or stdin for -. A key that
// the objects do not have is a fault, as an empty list is. what names the list
// in the error, example shows one.
func readList[T any](a *app, file, what, example string) ([]T, error) {
	data, err := a.readInput(file)
	if err != nil {
		return nil, err
	}
	list, offset, err := parseList[T](data)
	if err == nil {
		return list, nil
	}
	line, column := position(data, offset)
	return nil, &memfile.Fault{Path: file, Line: line, Column: column, Rule: "json", Message: "not a list of " + what + ": " + err.Error(), Hint: "write " + example}
}

// parseList gives the objects, or the place of the first fault in bytes.
func parseList[T any](data []byte) ([]T, int64, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	if open, err := dec.Token(); err != nil || open != json.Delim('[') {
		return nil, 0, errors.New("it does not begin with [")
	}
	var list []T
	for dec.More() {
		at := skipSpace(data, dec.InputOffset())
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return nil, at, err
		}
		var one T
		strict := json.NewDecoder(bytes.NewReader(raw))
		strict.DisallowUnknownFields()
		if err := strict.Decode(&one); err != nil {
			return nil, at, err
		}
		list = append(list, one)
	}
	if _, err := dec.Token(); err != nil {
		return nil, dec.InputOffset(), errors.New("the list is not closed")
	}
	if rest := bytes.TrimSpace(data[dec.InputOffset():]); len(rest) > 0 {
		return nil, dec.InputOffset(), errors.New("something follows the list")
	}
	if len(list) == 0 {
		return nil, 0, errors.New("it is empty")
	}
	return list, 0, nil
}

// skipSpace goes on to the next value of a list.
func skipSpace(data []byte, offset int64) int64 {
	for int(offset) < len(data) && bytes.IndexByte([]byte(" \t\r\n,"), data[offset]) >= 0 {
		offset++
	}
	return offset
}

// position is the line and column, from 1, of an offset in bytes.
func position(data []byte, offset int64) (line, column int) {
	before := data[:min(int(offset), len(data))]
	line = bytes.Count(before, []byte("\n")) + 1
	last := before[bytes.LastIndexByte(before, '\n')+1:]
	return line, len([]rune(string(last))) + 1
}
