package textedit

// remove removes entries, each with its comma and its comments. Between the remaining entries one comma is left.
//
//  1. Entries on their own lines are removed with the lines and the comment lines directly above. If no entry remains after
//     them, the comma before them is removed, too, unless the last entry had a trailing comma.
//  2. Any other entry is removed with the space after the entry before it; the first one of the list or of a line, and the
//     entries that follow it, with the space up to the next entry.
//  3. If nothing remains, not even a comment, the brackets close on one line.
//  4. Comments that do not belong to a removed entry remain.
func (b brackets) remove(gone []int) splices {
	last := b.length - 1 // the last remaining entry
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

// run is a range of adjacent entries.
type run struct{ from, to int }

// runs splits sorted indexes into runs.
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

// removeRun removes a run of entries. Each is removed with the comma before it, until one is removed with the comma after it;
// then all others are, too.
func (b brackets) removeRun(from, to, last int) splices {
	var s splices
	end, after := 0, false // the end of the last removed part; whether the comma after an entry was removed with it
	for i := from; i <= to; i++ {
		start, stop := b.entry(i)
		through, lines := b.lines(i, to)
		if !lines && !after && i > 0 && !b.commented(i-1) && (to > last || !startsLine(b.text, start)) && (i > from || !b.needsComma(i-1)) {
			_, before := b.entry(i - 1)
			if stop < len(b.text) && b.text[stop] == '#' {
				stop-- // a comment has a blank before it
			}
			s = append(s, splice{before, stop, ""})
			continue
		}
		if !after && to > last && last >= 0 {
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
		after = true
	}
	return s
}

// dropComma removes the comma after the i-th entry, after which no entry remains, unless the list has a trailing comma or the
// entry needs it.
func (b brackets) dropComma(i, last int) splices {
	_, end := b.entry(b.length - 1)
	if b.comma(end) >= 0 || i == last && b.needsComma(last) {
		return nil
	}
	_, end = b.entry(i)
	if comma := b.comma(end); comma >= 0 {
		return splices{{comma, comma + 1, ""}}
	}
	return nil
}

// lines reports whether the i-th entry, alone or with entries after it, at most up to the given one, has its own lines, and
// returns the last one of these entries.
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

// removeLines removes the lines of entries that have their own lines.
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

// collapse puts the brackets on one line if they contained only entries on their own lines, which are all removed.
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

// needsComma reports whether an entry ends with a colon that is part of a plain scalar only because a comma follows.
func (b brackets) needsComma(i int) bool {
	_, end := b.entry(i)
	return b.text[end-1] == ':' && b.comma(end) == end
}

// commented reports whether there is a comment between an entry and the next.
func (b brackets) commented(i int) bool {
	_, end := b.entry(i)
	comma := b.comma(end)
	next, _ := b.entry(i + 1)
	return hasComment(b.text, end, comma) || hasComment(b.text, comma+1, next)
}

// stop returns the end of the text to remove with an entry: the next entry, or the end of the line if comments follow.
func (b brackets) stop(i int) int {
	_, end := b.entry(i)
	next, _ := b.entry(i + 1)
	if eol := lineEnd(b.text[:next], max(b.comma(end), end)); hasComment(b.text, eol, next) {
		return eol
	}
	return next
}
