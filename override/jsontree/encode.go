package jsontree

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// encoder appends the JSON of values to a buffer, and records where each value is.
type encoder struct {
	text    []byte
	members []member
	nodes   []node
	left    int // of MaxSize
	root    any // the document
	check   int // the length of text after which the document is checked
}

// member is a key of a map with its value, or an element of a list. The places are wrong if the JSON has more than 2 GiB.
type member struct {
	key        string
	value      any
	begin, end int32 // of the value
	inside     int32 // index of the value's node, or none
}

// node is a map or a list.
type node struct {
	first, count int32 // its members
	start, end   int32
	size         int32 // in the units of MaxSize, with everything inside
}

const none = -1

// checkAfter is how many bytes are written before the whole document is checked. A map that contains itself has a long text before it
// exceeds a limit, if its keys are long.
const checkAfter = 16 << 20

// begin prepares the encoder to append a document to a buffer.
func (e *encoder) begin(text []byte, document any) {
	e.text, e.left, e.root, e.check = text, MaxSize, document, len(text)+checkAfter
}

// enter is enter with the check for long JSON.
func (e *encoder) enter(length, depth int) bool {
	if len(e.text) > e.check {
		e.check = math.MaxInt
		if left := MaxSize; search(e.root, 0, &left) != nil {
			return false
		}
	}
	return enter(length, depth, &e.left) == nil
}

// reset forgets the members and the nodes.
func (e *encoder) reset() {
	clear(e.members)
	e.members, e.nodes = e.members[:0], e.nodes[:0]
}

// value appends a value. It returns the index of its node, and false if the value is not JSON or exceeds a limit.
func (e *encoder) value(v any, depth int) (inside int32, ok bool) {
	switch v := v.(type) {
	case nil:
		e.text = append(e.text, "null"...)
	case string:
		e.text = appendString(e.text, v)
	case bool:
		e.text = strconv.AppendBool(e.text, v)
	case int64:
		e.text = strconv.AppendInt(e.text, v, 10)
	case float64:
		if !finite(v) {
			return none, false
		}
		e.text = appendFloat(e.text, v)
	case map[string]any:
		if v != nil {
			return e.object(v, depth)
		}
		e.text = append(e.text, "null"...)
	case []any:
		if v != nil {
			return e.list(v, depth)
		}
		e.text = append(e.text, "null"...)
	default:
		return none, false
	}
	return none, true
}

func (e *encoder) object(m map[string]any, depth int) (inside int32, ok bool) {
	left := e.left
	if !e.enter(len(m), depth) {
		return none, false
	}
	first := len(e.members)
	for key, v := range m {
		e.members = append(e.members, member{key: key, value: v})
	}
	sortMembers(e.members[first:])
	inside = e.open(first, len(m), '{')
	for i := range len(m) {
		if i > 0 {
			e.text = append(e.text, ',')
		}
		e.text = append(appendString(e.text, e.members[first+i].key), ':')
		if !e.member(first+i, depth) {
			return none, false
		}
	}
	e.close(inside, left, '}')
	return inside, true
}

// sortMembers sorts by key. Most maps are small.
func sortMembers(members []member) {
	const small = 12
	if len(members) > small {
		slices.SortFunc(members, func(a, b member) int { return strings.Compare(a.key, b.key) })
		return
	}
	for i := 1; i < len(members); i++ {
		at := i
		for at > 0 && members[at-1].key > members[i].key {
			at--
		}
		if at < i {
			m := members[i]
			copy(members[at+1:i+1], members[at:i])
			members[at] = m
		}
	}
}

func (e *encoder) list(l []any, depth int) (inside int32, ok bool) {
	left := e.left
	if !e.enter(len(l), depth) {
		return none, false
	}
	first := len(e.members)
	for _, v := range l {
		e.members = append(e.members, member{value: v})
	}
	inside = e.open(first, len(l), '[')
	for i := range l {
		if i > 0 {
			e.text = append(e.text, ',')
		}
		if !e.member(first+i, depth) {
			return none, false
		}
	}
	e.close(inside, left, ']')
	return inside, true
}

// member appends the value of a member.
func (e *encoder) member(i, depth int) bool {
	begin := len(e.text)
	inside, ok := e.value(e.members[i].value, depth+1)
	m := &e.members[i]
	m.begin, m.end, m.inside = int32(begin), int32(len(e.text)), inside
	return ok
}

func (e *encoder) open(first, count int, bracket byte) (inside int32) {
	e.nodes = append(e.nodes, node{first: int32(first), count: int32(count), start: int32(len(e.text))})
	e.text = append(e.text, bracket)
	return int32(len(e.nodes) - 1)
}

func (e *encoder) close(inside int32, left int, bracket byte) {
	e.text = append(e.text, bracket)
	n := &e.nodes[inside]
	n.end, n.size = int32(len(e.text)), int32(left-e.left)
}
