package suite

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/overridekit/overridekit/override"
)

// difference prints the difference between a file and an outcome.
type difference struct {
	want     []wantPart
	got      *outcome
	starts   []int // the line of the title of each part of the outcome
	origins  map[int]*origins
	removals map[int]*origins // of the parts of want
}

func newDifference(want string, got *outcome) *difference {
	d := &difference{want: wantParts(want), got: got, origins: map[int]*origins{}, removals: map[int]*origins{}}
	line := 1
	for i := range got.parts {
		d.starts = append(d.starts, line)
		line += strings.Count(got.parts[i].text(), "\n") + 1
	}
	return d
}

// hunkHead is the first line of a hunk.
var hunkHead = regexp.MustCompile(`^@@ -(\d+),\d+ \+(\d+),\d+ @@`)

// text returns a unified diff of a file and the outcome. The head of each hunk has the objects and clusters whose lines changed, and each line
// that a policy decided has the policy and the place at its end.
func (d *difference) text(file string, want, got string) string {
	var b strings.Builder
	var hunk []string
	var head string
	var was, is int
	var places []string
	flush := func() {
		if head != "" {
			fmt.Fprintf(&b, "%s %s\n", head, shortList(places, 3))
		}
		b.WriteString(strings.Join(hunk, ""))
		hunk, places = nil, nil
	}
	for row := range strings.Lines(string(diff.Diff(file, []byte(want), "outcome", []byte(got)))) {
		if at := hunkHead.FindStringSubmatch(row); at != nil {
			flush()
			head = at[0]
			was, _ = strconv.Atoi(at[1]) // they are numbers
			is, _ = strconv.Atoi(at[2])
			continue
		}
		if head == "" { // the names of the files
			hunk = append(hunk, row)
			continue
		}
		note, place := "", ""
		switch row[0] {
		case '-':
			note, place = d.removed(was)
			was++
		case '+':
			note, place = d.added(is)
			is++
		case ' ':
			was, is = was+1, is+1
		}
		if place != "" && !slices.Contains(places, place) {
			places = append(places, place)
		}
		if note != "" {
			row = strings.TrimSuffix(row, "\n") + "   <- " + note + "\n"
		}
		hunk = append(hunk, row)
	}
	flush()
	return b.String()
}

// added returns the origin and the place of a line of the outcome.
func (d *difference) added(line int) (note, place string) {
	i := d.partAt(line)
	if i < 0 {
		return "", ""
	}
	p := &d.got.parts[i]
	title, _, _ := strings.Cut(p.text(), "\n")
	place = strings.TrimSuffix(strings.TrimPrefix(title, "# "), unchangedMark)
	inBody := line - d.starts[i] - strings.Count(p.heading, "\n")
	if inBody < 1 || p.body == "" {
		return "", place
	}
	return noteOf(d.originsOf(i).at(inBody)), place
}

// removed returns the origin and the place of a line of the file: the policy that removed the value, if there is none now.
func (d *difference) removed(line int) (note, place string) {
	i, found := slices.BinarySearchFunc(d.want, line, func(w wantPart, line int) int { return w.line - line })
	if !found {
		i--
	}
	if i < 0 {
		return "", ""
	}
	w := &d.want[i]
	if w.object == "" {
		return "", w.place()
	}
	heading := 0
	for row := range strings.Lines(w.rest) {
		if !strings.HasPrefix(row, "#") {
			break
		}
		heading++
	}
	if d.removals[i] == nil {
		d.removals[i] = d.removalsOf(w, heading)
	}
	if note = noteOf(d.removals[i].at(line - w.line - heading)); note != "" {
		note = "removed by " + note
	}
	return note, w.place()
}

// removalsOf returns what removed the values of a part of the file, from the first of its clusters.
func (d *difference) removalsOf(w *wantPart, heading int) *origins {
	i := slices.IndexFunc(d.got.parts, func(p part) bool {
		return p.object != nil && refText(&p) == w.object && slices.Contains(p.clusters, w.clusters[0])
	})
	if i < 0 || d.got.parts[i].variant.Result == nil {
		return &origins{}
	}
	return newRemovals(d.got.parts[i].variant.Result, strings.Join(strings.SplitAfter(w.rest, "\n")[heading:], ""))
}

// partAt returns the index of the part of the outcome with a line, or -1.
func (d *difference) partAt(line int) int {
	i, found := slices.BinarySearch(d.starts, line)
	if !found {
		i--
	}
	return i
}

// originsOf returns the origins of the lines of a part.
func (d *difference) originsOf(i int) *origins {
	if d.origins[i] == nil {
		d.origins[i] = newOrigins(&d.got.parts[i])
	}
	return d.origins[i]
}

// noteOf writes an origin.
func noteOf(o override.Origin) string {
	if o == (override.Origin{}) {
		return ""
	}
	return printable(fmt.Sprintf("%s %s", o.Policy, o.At))
}

// shortList joins strings, at most so many.
func shortList(all []string, most int) string {
	if len(all) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(all[:most], "; "), len(all)-most)
	}
	return strings.Join(all, "; ")
}
