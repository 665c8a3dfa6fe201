package pattern

// A matcher searches one text.
type matcher struct {
	*Pattern
	text     string
	meter    meter
	captures []int  // the start and the end of each capture; a position has itself twice, from 1 on
	known    int    // how many of captures were ever set in this attempt
	back     []turn // where to try something else, the last one first; at most one an item
}

// A turn is what to try, or to undo, if the rest of the pattern does not match.
type turn struct {
	item  int // of the repetition, or undo
	low   int // greedy: the position after the least bytes; undo: the index in captures
	place int // greedy and lazy: the position to go on at; undo: the value before
}

// undo is the item of turns that restore a capture.
const undo = -1

// attempt matches the whole pattern at a position. The loop keeps this: the items before pc have matched from the start to at, and back has each
// other way of matching them that was not tried yet, in gopher-lua's order.
func (m *matcher) attempt(start int) (bool, error) {
	clear(m.captures)
	m.known, m.back = 0, m.back[:0]
	if err := m.meter.count(len(m.captures) / 8); err != nil {
		return false, err
	}
	m.capture(0, start)
	pc, at := 0, start
	for {
		if err := m.meter.count(1); err != nil {
			return false, err
		}
		if pc == len(m.items) {
			m.capture(1, at)
			if !m.tail || at >= len(m.text) {
				return true, nil
			}
		} else {
			next, ok, err := m.step(pc, at)
			if err != nil {
				return false, err
			}
			if ok {
				pc, at = pc+1, next
				continue
			}
		}
		var ok bool
		if pc, at, ok = m.retreat(); !ok {
			return false, nil
		}
	}
}

// step matches one item, and returns the position after it.
func (m *matcher) step(pc, at int) (next int, ok bool, err error) {
	i := &m.items[pc]
	switch i.kind {
	case one:
		return at + 1, at < len(m.text) && i.set.has(m.text[at]), nil
	case greedy:
		return m.greedy(pc, at)
	case lazy:
		m.back = append(m.back, turn{item: pc, place: at})
	case open:
		m.capture(2*i.capture, at)
	case shut:
		m.capture(2*i.capture+1, at)
	case position: // gopher-lua does not restore positions
		m.captures[2*i.capture], m.captures[2*i.capture+1] = at+1, at+1
		m.known = max(m.known, 2*i.capture+2)
	case balanced:
		return m.balanced(i, at)
	case backref:
		return m.backref(i, at)
	}
	return at, true, nil
}

// retreat takes the last turn that can be taken.
func (m *matcher) retreat() (pc, at int, ok bool) {
	for len(m.back) > 0 {
		t := &m.back[len(m.back)-1]
		switch {
		case t.item == undo:
			m.captures[t.low] = t.place
		case m.items[t.item].kind == greedy:
			if t.place > t.low {
				t.place--
				return t.item + 1, t.place, true
			}
		case t.place < len(m.text) && m.items[t.item].set.has(m.text[t.place]): // lazy
			t.place++
			return t.item + 1, t.place, true
		}
		m.back = m.back[:len(m.back)-1]
	}
	return 0, 0, false
}

func (m *matcher) capture(index, at int) {
	m.back = append(m.back, turn{item: undo, low: index, place: m.captures[index]})
	m.captures[index] = at
	m.known = max(m.known, index+1)
}

func (m *matcher) greedy(pc, at int) (next int, ok bool, err error) {
	i := &m.items[pc]
	end := at
	for end < len(m.text) && end-at != i.most && i.set.has(m.text[end]) {
		if end++; end%pollEvery == 0 {
			if err := m.meter.count(pollEvery); err != nil {
				return 0, false, err
			}
		}
	}
	if end-at < i.least {
		return 0, false, nil
	}
	if end-at > i.least {
		m.back = append(m.back, turn{item: pc, low: at + i.least, place: end})
	}
	return end, true, m.meter.count((end - at) % pollEvery)
}

// balanced looks for the high byte that closes the low one. If both are the same byte, it closes.
func (m *matcher) balanced(i *item, at int) (next int, ok bool, err error) {
	if at >= len(m.text) || int(m.text[at]) != i.low {
		return 0, false, nil
	}
	depth := 1
	for at++; at < len(m.text); at++ {
		if err := m.meter.count(1); err != nil {
			return 0, false, err
		}
		switch int(m.text[at]) {
		case i.high:
			if depth--; depth == 0 {
				return at + 1, true, nil
			}
		case i.low:
			depth++
		}
	}
	return 0, false, nil
}

func (m *matcher) backref(i *item, at int) (next int, ok bool, err error) {
	index := 2 * i.capture
	if index >= m.known-1 {
		return 0, false, &Error{nowhere, "invalid capture index"}
	}
	begin, end := m.captures[index], m.captures[index+1]
	if begin > end || end > len(m.text) {
		return 0, false, &Error{nowhere, "invalid capture index"}
	}
	size := end - begin
	if size > len(m.text)-at || m.text[begin:end] != m.text[at:at+size] {
		return 0, false, m.meter.count(min(size, len(m.text)-at))
	}
	return at + size, true, m.meter.count(size)
}
