package textedit

// remove takes entries away, each with its comma and the comments that belong to it. Of the commas around entries that stand
// next to each other, one less goes than there are, so that what remains is parted as it was.
//
//  1. Entries that have their lines for themselves go with them and with the comment lines right above. If nothing remains behind,
//     the comma before them goes, too, unless one stood behind the last entry.
//  2. Any other goes with the space behind the entry before it; the first of the list or of a line, and one behind it, with the
//     space up to the next.
//  3. If nothing remains at all, not even a comment, the brackets close on one line.
//  4. A comment that does not belong to an entry stays.
func (b brackets) remove(gone []int) splices {
	last := b.length - 1 // that remains
	for i := len(gone) - 1; i >= 0 && gone[i] == last; i-- {
		last--
	}
	var s splices
	for _, r := range runs(gone) {
		s = append(s, b.removeRun(r.from, r.to, last)...)
	}
	s = s.merged()
	if last < 0 {
		return b.collapse(s)
	}
	return s
}

// run is some entries that stand next to each other.
type run struct{ from, to int }

// runs is what sorted indexes consist of.
func runs(sorted []int) (all []run) {
	for _, i := range sorted {
		if last := len(all) - 1; last >= 0 && all[last].to == i-1 {
			all[last].to = i
		} else {
			all = append(all, run{i, i})
		}
	}
	return all
}

// removeRun takes away the entries from one to another, which stand next to each other. Each goes with the comma before it until one goes
// with the comma behind it; so do all that follow then.
func (b brackets) removeRun(from, to, last int) splices {
	var s splices
	end, behind := 0, false // where the entry before ends with what went of it; whether it went with the comma behind it
	for i := from; i <= to; i++ {
		start, stop := b.entry(i)
		through, lines := b.lines(i, to)
		if !lines && !behind && i > 0 && !b.commented(i-1) && (to > last || !startsLine(b.text, start)) && (i > from || !b.needsComma(i-1)) {
			_, before := b.entry(i - 1)
			if stop < len(b.text) && b.text[stop] == '#' {
				stop-- // a comment has a blank before it
			}
			s = append(s, splice{before, stop, ""})
			continue
		}
		if !behind && to > last && last >= 0 {
			s = append(s, b.dropComma(i-1, last)...)
		}
		switch {
		case lines:
			s = append(s, b.removeLines(i, through))
			i, end = through, 0
		case to < last:
			s = append(s, splice{start, b.stop(i), ""})
		default:
			if comma := b.comma(stop); comma >= 0 {
				stop = comma + 1
			}
			switch {
			case end > 0 && !hasComment(b.text, end, start):
				start = end
			case i-1 == last && last >= 0 && !b.commented(last):
				_, before := b.entry(last)
				start = b.comma(before) + 1
			}
			s = append(s, splice{start, stop, ""})
			end = stop
		}
		behind = true
	}
	return s
}

// unparted takes away the comma behind the i-th entry, behind which nothing remains, unless one stood behind the last entry, or
// the entry needs it.
func (b brackets) dropComma(i, last int) splices {
	_, end := b.entry(b.length - 1)
	if b.comma(end) >= 0 || i == last && b.needsComma(last) {
		return nil
	}
	_, end = b.entry(i)
	comma := b.comma(end)
	return splices{{comma, comma + 1, ""}}
}

// lines reports whether the i-th entry, with some of those behind it up to one, has its lines for itself, and which is the last of them.
func (b brackets) lines(i, to int) (through int, ok bool) {
	start, end := b.entry(i)
	if !startsLine(b.text, start) {
		return i, false
	}
	for !b.endsLine(end) {
		if i == to || b.commented(i) {
			return i, false
		}
		i++
		_, end = b.entry(i)
	}
	return i, true
}

// removeLines takes away the lines of some entries that have them for themselves.
func (b brackets) removeLines(from, through int) splice {
	start, _ := b.entry(from)
	_, end := b.entry(through)
	floor := b.inside
	if from > 0 {
		_, floor = b.entry(from - 1)
	}
	if comma := b.comma(end); comma >= 0 {
		end = comma
	}
	return splice{commentsAbove(b.text, lineStart(b.text, start), 0, floor), nextLine(b.text, end), ""}
}

// closeUp has the brackets close behind the opening one, if they held entries on lines of their own, of which all are taken away, and
// nothing else.
func (b brackets) collapse(all splices) splices {
	_, end := b.entry(b.length - 1)
	if !b.ownLines(0) || !b.ownLines(b.length-1) {
		return all
	}
	if comma := b.comma(end); comma >= 0 {
		end = comma + 1
	}
	at, closing := b.inside, skipSpace(b.text, end)
	for _, e := range all {
		if hasComment(b.text, at, e.start) {
			return all
		}
		at = e.end
	}
	if hasComment(b.text, at, closing) {
		return all
	}
	return splices{{b.inside, closing, ""}}
}

// leans tells whether an entry ends with a colon that is one of its words only because a comma follows.
func (b brackets) needsComma(i int) bool {
	_, end := b.entry(i)
	return b.text[end-1] == ':' && b.comma(end) == end
}

// commented reports whether a comment stands between an entry and the next.
func (b brackets) commented(i int) bool {
	_, end := b.entry(i)
	comma := b.comma(end)
	next, _ := b.entry(i + 1)
	return hasComment(b.text, end, comma) || hasComment(b.text, comma+1, next)
}

// upTo is how far an entry goes with what parts it from the next one: up to that, or up to the end of its line if comments follow.
func (b brackets) stop(i int) int {
	_, end := b.entry(i)
	comma := b.comma(end)
	next, _ := b.entry(i + 1)
	if eol := lineEnd(b.text[:next], comma); hasComment(b.text, eol, next) {
		return eol
	}
	return next
}
