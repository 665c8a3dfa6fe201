package pattern

import "fmt"

// maxCaptures bounds the captures of a pattern, and so the size of each match.
const maxCaptures = 1000

// A kind says what an item does.
type kind uint8

const (
	one      kind = iota // match one byte of the set
	greedy               // match least to most bytes of the set, as many as possible first
	lazy                 // match any number of bytes of the set, as few as possible first
	open                 // begin a capture
	shut                 // end a capture
	position             // capture the position
	balanced             // match from a low byte to the high byte that closes it
	backref              // match the text of an earlier capture
)

const unlimited = -1

// An item is an instruction of the matcher.
type item struct {
	kind        kind
	set         set // of one, greedy and lazy
	least, most int // of greedy; most may be unlimited
	capture     int // the index of the capture, from 1 on; 0 is the whole match
	low, high   int // of balanced; outside of a byte if the pattern ends before
}

// A Pattern is a compiled pattern. It is immutable, and safe for concurrent use.
type Pattern struct {
	items     []item
	positions []bool // by capture: is it a position
	head      bool   // match only where the search begins
	tail      bool   // match only if nothing follows
}

// An Error is a pattern that gopher-lua rejects, with gopher-lua's text.
type Error struct {
	at      int // the index of the byte, or one of the constants below
	message string
}

const (
	atEnd   = -1
	nowhere = -2
)

func (e *Error) Error() string {
	switch e.at {
	case atEnd:
		return e.message + " at EOS"
	case nowhere:
		return e.message
	}
	return fmt.Sprintf("%s at %d", e.message, e.at)
}

// A parser reads a pattern. Its errors name the byte that was read last.
type parser struct {
	source string
	next   int  // the index of the byte to read
	ended  bool // the end of the source was read like a byte
	out    Pattern
	opened []int // the captures that are open
	single bool  // the last item is a single that can be repeated
}

// endOfSource is what peek and read return after the last byte.
const endOfSource = -1

func (p *parser) peek() int {
	if p.next >= len(p.source) {
		return endOfSource
	}
	return int(p.source[p.next])
}

func (p *parser) read() int {
	b := p.peek()
	if b == endOfSource {
		p.ended = true
	} else {
		p.next++
	}
	return b
}

func (p *parser) fail(message string) error {
	at := max(p.next-1, 0)
	if p.ended || p.source == "" {
		at = atEnd
	}
	return &Error{at, message}
}

// Compile compiles a pattern. It takes time and memory in proportion to its length. Errors are of type [*Error].
func Compile(source string) (*Pattern, error) {
	p := parser{source: source}
	p.out.positions = []bool{false}
	if p.peek() == '^' {
		p.read()
		p.out.head = true
	}
	for p.peek() != endOfSource {
		if err := p.item(); err != nil {
			return nil, err
		}
	}
	if len(p.opened) > 0 {
		return nil, &Error{atEnd, "unfinished capture"}
	}
	return &p.out, nil
}

// item reads an item, or a part of a capture.
func (p *parser) item() error {
	b := p.read()
	switch b {
	case '%':
		return p.escape()
	case '.':
		var any set
		any.invert()
		p.match(any)
	case '[':
		members, err := p.members()
		if err != nil {
			return err
		}
		p.match(members)
	case '(':
		return p.open()
	case ')':
		if len(p.opened) == 0 {
			p.next-- // gopher-lua has not read it yet
			return p.fail("invalid ')'")
		}
		last := len(p.opened) - 1
		p.add(item{kind: shut, capture: p.opened[last]})
		p.opened = p.opened[:last]
	case '*', '+', '-', '?':
		if p.single {
			p.repeat(byte(b))
		} else {
			p.match(setOf(byte(b)))
		}
	case '$':
		if len(p.opened) == 0 && p.peek() == endOfSource {
			p.out.tail = true
		} else {
			p.match(setOf('$'))
		}
	default:
		p.match(setOf(byte(b)))
	}
	return nil
}

func (p *parser) add(i item) {
	p.out.items = append(p.out.items, i)
	p.single = i.kind == one
}

func (p *parser) match(s set) { p.add(item{kind: one, set: s}) }

// repeat makes the last item a repetition.
func (p *parser) repeat(operator byte) {
	last := &p.out.items[len(p.out.items)-1]
	last.kind, last.most = greedy, unlimited
	switch operator {
	case '+':
		last.least = 1
	case '?':
		last.most = 1
	case '-':
		last.kind = lazy
	}
	p.single = false
}

func (p *parser) open() error {
	index := len(p.out.positions)
	if index > maxCaptures {
		return &Error{nowhere, "too many captures"}
	}
	isPosition := p.peek() == ')'
	p.out.positions = append(p.out.positions, isPosition)
	if isPosition {
		p.read()
		p.add(item{kind: position, capture: index})
		return nil
	}
	p.add(item{kind: open, capture: index})
	p.opened = append(p.opened, index)
	return nil
}

// escape reads what follows a "%" outside of brackets.
func (p *parser) escape() error {
	switch b := p.peek(); b {
	case '0':
		return p.fail("invalid capture index")
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		p.read()
		p.add(item{kind: backref, capture: b - '0'})
	case 'b':
		p.read()
		low := p.read()
		p.add(item{kind: balanced, low: low, high: p.read()})
	default:
		p.match(p.class())
	}
	return nil
}

// class reads the byte after a "%". At the end it returns the empty set.
func (p *parser) class() set {
	b := p.read()
	if b == endOfSource {
		return set{}
	}
	return class(byte(b))
}
