package policy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// document is one document of a stream, and the line on which it begins.
type document struct {
	text   []byte
	number int // counted from 1
	line   int
	isJSON bool
	broken error // where a stream of JSON values ends; nil: the document can be parsed
}

// split splits a stream. A stream of JSON objects is split into its values. If it breaks after the first, the last document has the error.
// In any other stream, which is YAML, a line that begins with "---" begins a document, and a line that begins with "..." ends it. Documents
// with only comments and white space are skipped. The count is that of all documents; docs has no more than the limit.
func split(stream []byte, limit int) (docs []document, count int) {
	if values, count, ok := splitJSON(stream, limit); ok {
		return values, count
	}
	begin, line := 0, 1
	add := func(end, next int) {
		text := stream[begin:end]
		if !blank(text) {
			if count++; count <= limit {
				docs = append(docs, document{text: text, number: count, line: line})
			}
		}
		line += breaks(stream[begin:next])
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
func blank(text []byte) bool { return contentStart(text) == len(text) }

// contentStart returns where the first line of YAML begins that is neither empty nor a comment, or the length of the text. Other spaces than YAML's,
// such as U+3000, are content.
func contentStart(text []byte) int {
	for at := 0; at < len(text); {
		end := len(text)
		if size := bytes.IndexFunc(text[at:], isBreak); size >= 0 {
			end = at + size
		}
		if row := bytes.TrimLeft(text[at:end], " \t"); len(row) > 0 && row[0] != '#' {
			return at
		}
		_, size := utf8.DecodeRune(text[end:])
		at = end + size
	}
	return len(text)
}

// splitJSON splits a stream of JSON objects; ok is false for any other stream. A stream whose first value is not JSON, and one with a
// document marker, may be YAML. The markers are not in JSON.
func splitJSON(stream []byte, limit int) (docs []document, count int, ok bool) {
	if trimmed := bytes.TrimSpace(stream); len(trimmed) == 0 || trimmed[0] != '{' {
		return nil, 0, false
	}
	line, begin := 1, 0
	add := func(start, end int) {
		line += breaks(stream[begin:start])
		if count++; count <= limit {
			docs = append(docs, document{text: stream[start:end:end], number: count, line: line, isJSON: true})
		}
		begin = start
	}
	if eachJSON(stream, add) {
		return docs, count, true
	}
	docs, count, line, begin = nil, 0, 1, 0
	decoder := json.NewDecoder(bytes.NewReader(stream))
	for {
		var value json.RawMessage
		err := decoder.Decode(&value)
		switch {
		case err == io.EOF:
			return docs, count, true
		case err != nil && (count == 0 || hasMarker(stream)):
			return nil, 0, false
		case err != nil:
			if count++; count <= limit {
				docs = append(docs, brokenJSON(stream, int(decoder.InputOffset()), count, err))
			}
			return docs, count, true
		}
		end := int(decoder.InputOffset())
		add(end-len(value), end)
	}
}

// eachJSON calls found with the start and the end of each value of a stream. It returns false if the stream is not certainly valid.
func eachJSON(stream []byte, found func(begin, end int)) bool {
	r := jsonReader{text: stream, depth: maxFastDepth, skip: true}
	for r.next() == '{' && !r.failed {
		begin := r.at
		if r.value(); !r.failed {
			found(begin, r.at)
		}
	}
	return !r.failed && r.at == len(stream)
}

// hasMarker reports whether a line of a stream is a document marker.
func hasMarker(stream []byte) bool {
	for row := range bytes.Lines(stream) {
		if marker(row, "---") || marker(row, "...") {
			return true
		}
	}
	return false
}

// brokenJSON returns the rest of a stream whose JSON ends with an error after a value. It begins where that value ends.
func brokenJSON(stream []byte, begin, number int, err error) document {
	at := len(bytes.TrimSpace(stream)) // of the byte that the error is about
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		at = int(syntax.Offset) - 1
	}
	lineAt := func(at int) int { return 1 + breaks(stream[:min(max(at, 0), len(stream))]) }
	rest := bytes.TrimLeft(stream[begin:], " \t\r\n")
	return document{
		text: rest, number: number, line: lineAt(len(stream) - len(rest)), isJSON: true,
		broken: lineError{lineAt(at), fmt.Errorf("the stream of JSON values breaks: %w", err)},
	}
}
