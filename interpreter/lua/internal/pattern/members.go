package pattern

// A member is a part of what is between brackets.
type member struct {
	set    set
	isByte bool // it can begin or end a range
	value  byte
}

// members reads what follows a "[". A "]" that comes first, and a "-" that comes first or last, are bytes.
func (p *parser) members() (set, error) {
	invert := p.peek() == '^'
	if invert {
		p.read()
	}
	var done set // of the members before the last one
	var last member
	var any, isRange bool
	for {
		b := p.peek()
		switch {
		case b == endOfSource:
			return set{}, p.fail("unexpected EOS")
		case b == ']' && any:
			p.read()
			done.addAll(last.set)
			if isRange {
				done.add('-')
			}
			if invert {
				done.invert()
			}
			return done, nil
		case b == '-' && any:
			p.read()
			isRange = true
			continue
		}
		next := p.member()
		if isRange {
			last = span(last, next)
			isRange = false
		} else {
			done.addAll(last.set)
			last = next
		}
		any = true
	}
}

func (p *parser) member() member {
	if b := byte(p.read()); b != '%' {
		return member{set: setOf(b), isByte: true, value: b}
	}
	return member{set: p.class()}
}

// span returns a range. It is empty unless it is from a byte to a byte.
func span(begin, end member) member {
	var m member
	if begin.isByte && end.isByte {
		m.set.addRange(begin.value, end.value)
	}
	return m
}
