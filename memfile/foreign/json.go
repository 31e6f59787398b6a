package foreign

import "bytes"

// members visits the values at the first level of an array or object, and the keys of the latter as they stand, quotes
// included; no value is copied. A value that is never closed is visited as far as it goes. It returns the offset at which it
// ended, and whether it ended with the closing sign or such a value; at any other end the text is not JSON.
func members(data []byte, visit func(key, value []byte, offset int)) (end int, ok bool) {
	object := data[0] == '{'
	i := skipSpace(data, 1)
	if i < len(data) && closes(data[i]) {
		return i + 1, true
	}
	for i < len(data) {
		var key []byte
		if object {
			colon := 0
			if key, colon = keyAt(data, i); key == nil {
				return i, false
			}
			i = skipSpace(data, colon+1)
		}
		end := valueEnd(data, i)
		if end == i {
			return i, false
		}
		visit(key, data[i:end], i)
		i = skipSpace(data, end)
		switch {
		case i >= len(data):
			return i, end == len(data) && !closes(data[end-1])
		case closes(data[i]):
			return i + 1, true
		case data[i] != ',':
			return i, false
		}
		i = skipSpace(data, i+1)
	}
	return i, false
}

func closes(c byte) bool { return c == ']' || c == '}' }

// keyAt gives the key of an object at an offset, and the offset of its colon; nil if there is none.
func keyAt(data []byte, i int) (key []byte, colon int) {
	if data[i] != '"' {
		return nil, 0
	}
	end := stringEnd(data, i)
	colon = skipSpace(data, end)
	if colon >= len(data) || data[colon] != ':' {
		return nil, 0
	}
	return data[i:end], colon
}

// valueEnd gives the offset after the value at i; of one that is never closed, that of the end.
func valueEnd(data []byte, i int) int {
	if i >= len(data) {
		return i
	}
	switch data[i] {
	case '"':
		return stringEnd(data, i)
	case '{', '[':
		return containerEnd(data, i)
	}
	if n := bytes.IndexAny(data[i:], ",:]}[{\" \t\r\n"); n >= 0 {
		return i + n
	}
	return len(data)
}

func containerEnd(data []byte, i int) int {
	for depth := 0; i < len(data); {
		switch data[i] {
		case '"':
			i = stringEnd(data, i)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		i++
		if depth == 0 {
			return i
		}
	}
	return i
}

// stringEnd gives the offset after the string at i. No string goes over the end of a line.
func stringEnd(data []byte, i int) int {
	for i++; i < len(data); {
		n := bytes.IndexAny(data[i:], "\"\\\n")
		if n < 0 {
			break
		}
		i += n
		switch data[i] {
		case '"':
			return i + 1
		case '\n':
			return i
		}
		i += 2
	}
	return len(data)
}

func skipSpace(data []byte, i int) int {
	for i < len(data) && (data[i] == ' ' || data[i] == '\t' || data[i] == '\r' || data[i] == '\n') {
		i++
	}
	return i
}
