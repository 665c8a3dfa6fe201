package policy

import (
	"bytes"
	"encoding/json"
	"io"
)

// document is one document of a stream, and the line on which it begins.
type document struct {
	text   []byte
	line   int
	isJSON bool
}

// split splits a stream. A stream of JSON objects is split into its values. In any other stream, which is YAML, a line that begins with
// "---" begins a document, and a line that begins with "..." ends it. Documents with only comments and white space are skipped.
// The count is that of all documents; docs has no more than the limit.
func split(stream []byte, limit int) (docs []document, count int) {
	if values, count, ok := splitJSON(stream, limit); ok {
		return values, count
	}
	begin, line := 0, 1
	add := func(end, next int) {
		text := stream[begin:end]
		if !blank(text) {
			if count++; count <= limit {
				docs = append(docs, document{text: text, line: line})
			}
		}
		line += bytes.Count(stream[begin:next], []byte("\n"))
		begin = next
	}
	for at := 0; at < len(stream); {
		end := at + bytes.IndexByte(stream[at:], '\n') + 1
		if end == at {
			end = len(stream)
		}
		switch row := stream[at:end]; {
		case marker(row, "---"):
			add(at, at+3)
		case marker(row, "..."):
			add(at, end)
		}
		at = end
	}
	add(len(stream), len(stream))
	return docs, count
}

// marker reports whether a line is a document marker, with or without content after it.
func marker(row []byte, mark string) bool {
	rest, ok := bytes.CutPrefix(row, []byte(mark))
	return ok && (len(rest) == 0 || rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\n' || rest[0] == '\r')
}

// blank reports whether YAML has only comments and white space.
func blank(text []byte) bool {
	for row := range bytes.Lines(text) {
		row = bytes.TrimSpace(row)
		if len(row) > 0 && row[0] != '#' {
			return false
		}
	}
	return true
}

// splitJSON splits a stream of JSON objects; ok is false for any other stream.
func splitJSON(stream []byte, limit int) (docs []document, count int, ok bool) {
	if trimmed := bytes.TrimSpace(stream); len(trimmed) == 0 || trimmed[0] != '{' {
		return nil, 0, false
	}
	decoder := json.NewDecoder(bytes.NewReader(stream))
	for line, begin := 1, 0; ; {
		var value json.RawMessage
		switch err := decoder.Decode(&value); err {
		case nil:
		case io.EOF:
			return docs, count, true
		default:
			return nil, 0, false
		}
		end := int(decoder.InputOffset())
		start := end - len(value)
		line += bytes.Count(stream[begin:start], []byte("\n"))
		if count++; count <= limit {
			docs = append(docs, document{text: value, line: line, isJSON: true})
		}
		begin = start
	}
}
