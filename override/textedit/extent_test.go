package textedit_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/overridekit/overridekit/override/jsontree"
)

// extent limits the changes of an operation: the text before from and after to must not change.
type extent struct {
	from, to int
	one      oneRun
	least    int    // the minimum number of bytes that a cut removes
	silent   [2]int // the range of comments that may be removed
	kept     string // a comment in that range that must be kept
}

type oneRun int

const (
	anyhow oneRun = iota
	insert        // one insertion, nothing is removed
	cut           // one removal, nothing is inserted
	blanks        // only blanks, comments and at most one comma remain
)

// check checks that the change is within the extent.
func (x extent) check(c trial, t testing.TB, after string) {
	t.Helper()
	before := c.text
	switch {
	case !strings.HasPrefix(after, before[:x.from]):
		c.fail(t, after, "the text before offset %d must not change; it differs at %d", x.from, common(before, after))
	case !strings.HasSuffix(after[x.from:], before[x.to:]):
		c.fail(t, after, "the text after offset %d must not change", x.to)
	}
	equal, added := common(before, after), len(after)-len(before)
	ends := common(reversed(before), reversed(after))
	switch middle := after[x.from : len(after)-len(before)+x.to]; x.one {
	case insert: // at some k in from..to, between before[:k] and before[k:]
		if added <= 0 || max(x.from, len(before)-ends) > min(x.to, equal) {
			c.fail(t, after, "expected one insertion between offsets %d and %d, and no removal", x.from, x.to)
		}
	case cut:
		if -added < x.least || max(x.from, len(after)-ends) > min(x.to+added, equal) {
			c.fail(t, after, "expected one removal of at least %d bytes between offsets %d and %d", x.least, x.from, x.to)
		}
	case blanks:
		if rest := strings.TrimLeft(withoutComments(middle), " \t\r\n,"); rest != "" || strings.Count(withoutComments(middle), ",") > 1 {
			c.fail(t, after, "expected only blanks and a comma between offsets %d and %d, found %q", x.from, x.to, middle)
		}
	}
}

// shownTwice is an alias, an anchor or a merge key of a generated text.
var shownTwice = regexp.MustCompile(`[*&]a\d|<<:`)

// wroteOut reports whether the edit changed the text outside of the extent. Then the text must have an alias.
func (x extent) wroteOut(c trial, after string) bool {
	inside := len(after) >= len(c.text)-(x.to-x.from) && strings.HasPrefix(after, c.text[:x.from]) && strings.HasSuffix(after[x.from:], c.text[x.to:])
	return !inside && strings.Contains(c.text, "*a")
}

// checkLines checks that each line outside of the extent, and without an alias, an anchor or a merge key, is in the edited text, in
// the same order.
func (x extent) checkLines(c trial, t testing.TB, after string) {
	t.Helper()
	rest, at := strings.SplitAfter(after, "\n"), 0
	for _, line := range strings.SplitAfter(c.text, "\n") {
		from, to := at, at+len(line)
		if at = to; to > x.from && from < x.to || shownTwice.MatchString(line) {
			continue
		}
		found := slices.Index(rest, line)
		if found < 0 && to == len(c.text) {
			found = slices.Index(rest, line+"\n") // a line break is needed at the end
		}
		if found < 0 {
			c.fail(t, after, "the line %q is missing", line)
		}
		rest = rest[found+1:]
	}
}

// checkComments checks that all comments are kept, except those of replaced or removed values. At most one comment of each is in the
// text if nothing was copied.
func (x extent) checkComments(c trial, t testing.TB, comments []string, after string, copied bool) {
	t.Helper()
	for _, comment := range comments {
		at, count := strings.Index(c.text, comment), strings.Count(after, comment)
		if mayGo := x.silent[0] <= at && at < x.silent[1] && comment != x.kept; count > 1 && !copied || count == 0 && !mayGo {
			c.fail(t, after, "the comment %q appears %d times", comment, count)
		}
	}
}

// extentOfReplace returns the extent of replacing a value or the whole document.
func (at spot) extentOfReplace(value any) extent {
	e, old := at.entry, at.entry.value
	text, isText := value.(string)
	simple := isText && !strings.Contains(text, "\n") || !isText && jsontree.Equal(value, emptied(value))
	switch {
	case at.owner == nil:
		return extent{from: e.from, to: e.to, silent: [2]int{e.from, e.to}}
	case at.inFlow, old.flow && simple, old.shape == scalar && simple, old.shape == alias && simple:
		return extent{from: e.from, to: e.to, silent: [2]int{old.open, old.close}}
	case old.shape == blockScalar && simple:
		return extent{from: e.from, to: e.end}
	case old.shape == object && !old.flow, old.shape == list && !old.flow:
		return extent{from: e.colon, to: e.below, silent: [2]int{e.colon, e.below}, kept: old.aside}
	}
	x := extent{from: e.colon, to: e.end, silent: [2]int{old.open, old.close}}
	if e.next {
		x.silent[1] = e.end // a value below the key replaces the line of the old value
	}
	return x
}

// emptied returns an empty collection for a collection, else the value.
func emptied(value any) any {
	switch value.(type) {
	case map[string]any:
		return map[string]any{}
	case []any:
		return []any{}
	}
	return value
}

// extentOfRemove returns the extent of an entry with its comments, and in brackets with its separator.
func (at spot) extentOfRemove(text string) extent {
	e, entries := at.entry, at.in().entries
	x := extent{from: e.above, to: e.below, one: cut, least: e.below - e.head, silent: [2]int{e.above, e.below}}
	if at.index > 0 && entries[at.index-1].value.keeps() { // blank lines would become part of the scalar above
		for _, line := range strings.SplitAfter(text[x.to:], "\n") {
			if strings.TrimSpace(line) != "" {
				break
			}
			x.to += len(line)
		}
	}
	switch last := at.index == len(entries)-1; {
	case at.in().flow:
		if x.from, _ = at.gap(); last {
			x.to = at.in().close
		} else {
			x.to = entries[at.index+1].at
		}
		x.one, x.silent[1] = blanks, at.lineEnd(text)
	case len(entries) == 1:
		x.from, x.one = at.owner.colon, anyhow
	case at.index == 0 && at.in().compact:
		x.from = len(strings.TrimRight(text[:e.at], " ")) // the dash may remain alone above a comment
		x.to, x.one = entries[1].at, blanks
	case e.below == len(text) && !strings.HasSuffix(text, "\n"):
		x.from -= len("\r\n") // of the new last line
		x.from = min(x.from, len(strings.TrimRight(text[:e.above], "\r\n")))
	}
	return x
}

// lineEnd returns the end of the comment of an entry in brackets.
func (at spot) lineEnd(text string) int {
	if i := strings.IndexByte(text[at.entry.to:], '\n'); at.in().spread && i >= 0 {
		return at.entry.to + i
	}
	return at.entry.to
}

// gap returns the range between an entry in brackets and the one before.
func (at spot) gap() (from, to int) {
	in := at.in()
	from, to = in.open+1, in.close
	if at.index > 0 {
		from = in.entries[at.index-1].to
	}
	if at.index < len(in.entries) {
		to = in.entries[at.index].at
	}
	return from, to
}

// extentOfAdd returns the extent of inserting a new entry at the spot.
func (at spot) extentOfAdd() extent {
	entries := at.in().entries
	switch {
	case at.in().flow:
		x := extent{one: insert}
		x.from, x.to = at.gap()
		if at.in().spread && at.index > 0 && entries[at.index-1].line != "" {
			x.one = anyhow // the comma precedes the comment, the entry follows it
		}
		return x
	case at.index > 0:
		e := entries[at.index-1]
		return extent{from: e.below, to: e.below, one: insert}
	}
	return extent{from: entries[0].above, to: entries[0].head, one: insert}
}

func withoutComments(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if at := strings.Index(line, "#"); at >= 0 {
			lines[i] = line[:at]
		}
	}
	return strings.Join(lines, "\n")
}

// common returns the length of the common prefix.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func reversed(text string) string {
	b := []byte(text)
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}
