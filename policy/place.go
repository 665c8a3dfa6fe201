package policy

import (
	"strconv"
	"strings"
	"sync"

	"github.com/overridekit/overridekit/override"
)

// Position is a place in a stream. The zero value is an unknown place.
type Position struct {
	Document int // counted from 1
	Line     int // of the stream, counted from 1; LF, CR LF and CR end lines
}

// Position returns where a field of an override policy or of an object is in the stream that was decoded.
//
//  1. The path is a field path as the errors and origins of a policy have it, such as spec.overrideRules[0].overriders.plaintext[2]; the key of
//     a map is in brackets. The empty path is the whole document, or the whole item of a list.
//  2. The line is that of the field's name, or of the element of a list. For a field that is not there, it is the line of the nearest field
//     around it.
//  3. In a document of more than 8 MiB the line is that of the document.
//  4. If several objects have the same Ref, it is the first one. A bundle that was not decoded knows no positions, and a caller that
//     merges bundles asks each of them.
//
// The bundle keeps the text of the stream. Position parses the document again unless the call before was for the same document. It may be called
// concurrently.
func (b *Bundle) Position(of override.Ref, path string) Position {
	if b.places == nil {
		return Position{}
	}
	return b.places.position(of, path)
}

// places knows the places of the policies and objects of a stream.
type places struct {
	of map[override.Ref]*place

	mu   sync.Mutex
	last *place // the document of the last position
	read positions
}

// place is a document, or an item of a list in one.
type place struct {
	document
	outer *place // the list; nil for a document
	index int    // in the list
}

// add adds a place unless there is one with this name.
func (p *places) add(of override.Ref, at *place) {
	if _, known := p.of[of]; !known {
		p.of[of] = at
	}
}

// maxParsed is the size of the largest document that is parsed to find a line.
const maxParsed = 8 << 20

func (p *places) position(of override.Ref, path string) Position {
	at := p.of[of]
	if at == nil {
		return Position{}
	}
	steps := parseFieldPath(path)
	doc := at
	for ; doc.outer != nil; doc = doc.outer {
		steps = append(fieldPath{{name: "items"}, {index: doc.index, kind: indexStep}}, steps...)
	}
	position := Position{Document: doc.number, Line: doc.line}
	if len(doc.text) > maxParsed {
		return position
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last != doc {
		p.last, p.read = doc, positions{document: doc.document}
	}
	if line := p.read.nearestLine(steps); line > 0 {
		position.Line = line
	}
	return position
}

// parseFieldPath reads a field path. A number in brackets may be an index or a key. A key ends at the first bracket that a field, another bracket or
// the end follows.
func parseFieldPath(path string) fieldPath {
	var steps fieldPath
	for path != "" {
		if path[0] != '[' {
			name := path
			if end := strings.IndexAny(path, ".["); end >= 0 {
				name = path[:end]
			}
			steps = append(steps, pathStep{name: name})
			path = strings.TrimPrefix(path[len(name):], ".")
			continue
		}
		end := 1
		for end < len(path) && (path[end] != ']' || end+1 < len(path) && path[end+1] != '.' && path[end+1] != '[') {
			end++
		}
		step := pathStep{name: path[1:end], kind: keyStep}
		if index, err := strconv.Atoi(step.name); err == nil && index >= 0 {
			step.index, step.kind = index, indexStep
		}
		steps = append(steps, step)
		path = strings.TrimPrefix(path[min(end+1, len(path)):], ".")
	}
	return steps
}
