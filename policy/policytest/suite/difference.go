package suite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/words"
)

// difference prints the difference between a file and an outcome.
type difference struct {
	want     []wantPart
	parts    []gotPart
	partOf   map[objectCluster]int // the part of the outcome; without a cluster, that with a title
	origins  map[int]*origins
	headings map[int]int      // the number of comments below the titles of the parts of want
	removals map[int]*origins // of the parts of want
}

func newDifference(want string, got *outcome) *difference {
	d := &difference{
		want: wantParts(want), parts: gotParts(got), partOf: map[objectCluster]int{},
		origins: map[int]*origins{}, headings: map[int]int{}, removals: map[int]*origins{},
	}
	for i, p := range d.parts {
		d.partOf[objectCluster{object: p.title}] = i
		for _, cluster := range p.clusters {
			if of := (objectCluster{refText(p.part), cluster}); p.object != nil {
				d.partOf[of] = i
			}
		}
	}
	return d
}

// text returns a unified diff of a file and the outcome, see [diff.Diff]. The head of each hunk has the objects and clusters whose lines changed, and each
// line that a policy decided has the policy and the place at its end.
func (d *difference) text(file string, want, got string) string {
	var b, rows strings.Builder
	head, was, is := "", 0, 0
	var places []string
	end := func() {
		if head != "" {
			fmt.Fprintf(&b, "%s %s\n%s", head, shortList(places, maxPlaces, "; "), rows.String())
		}
		places = nil
		rows.Reset()
	}
	wantKeys, gotKeys := d.keys()
	for row := range strings.Lines(string(diff.Diff(file, keyed(want, wantKeys), "outcome", keyed(got, gotKeys)))) {
		row = withoutKey(row)
		note, place := "", ""
		switch {
		case row[0] == '@':
			end()
			head = strings.TrimSuffix(row, "\n")
			was, is = hunkStart(head)
			continue
		case head == "":
			b.WriteString(row)
			continue
		case row[0] == '-':
			note, place = d.removed(was)
			was++
		case row[0] == '+':
			note, place = d.added(is)
			is++
		case row[0] == ' ':
			was, is = was+1, is+1
		}
		if place != "" && !slices.Contains(places, place) {
			places = append(places, place)
		}
		if note != "" {
			row = strings.Replace(row, "\n", "   <- "+note+"\n", 1)
		}
		rows.WriteString(row)
	}
	end()
	return b.String()
}

// maxPlaces is how many objects the head of a hunk has.
const maxPlaces = 3

// added returns the origin and the place of a line of the outcome.
func (d *difference) added(line int) (note, place string) {
	i, found := slices.BinarySearchFunc(d.parts, line, func(p gotPart, line int) int { return p.line - line })
	if !found {
		i--
	}
	if i < 0 {
		return "", ""
	}
	p := &d.parts[i]
	inBody := line - p.line - strings.Count(p.heading, "\n")
	if inBody < 1 || p.body == "" {
		return "", p.place
	}
	return noteOf(d.originsOf(i).at(inBody)), p.place
}

// removed returns the origin and the place of a line of the file. If the value is gone, the origin is the policy that removed it.
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
	if d.removals[i] == nil {
		d.headings[i] = commentLines(w.rest)
		d.removals[i] = d.removalsOf(w, d.headings[i])
	}
	if note = noteOf(d.removals[i].at(line - w.line - d.headings[i])); note != "" {
		note = "removed by " + note
	}
	return note, placeOf(w.object, w.clusters)
}

// commentLines returns the number of comments at the start of a text.
func commentLines(text string) int {
	count := 0
	for row := range strings.Lines(text) {
		if !strings.HasPrefix(row, "#") {
			break
		}
		count++
	}
	return count
}

// removalsOf returns what removed the values of a part of the file, from the first of its clusters.
func (d *difference) removalsOf(w *wantPart, heading int) *origins {
	i, known := d.partOf[objectCluster{w.object, w.clusters[0]}]
	if !known || d.parts[i].variant.Result == nil {
		return &origins{}
	}
	return newRemovals(d.parts[i].variant.Result, strings.Join(strings.SplitAfter(w.rest, "\n")[heading:], ""))
}

// originsOf returns the origins of the lines of a part.
func (d *difference) originsOf(i int) *origins {
	if d.origins[i] == nil {
		d.origins[i] = newOrigins(d.parts[i].part)
	}
	return d.origins[i]
}

// noteOf writes an origin.
func noteOf(o override.Origin) string {
	if o == (override.Origin{}) {
		return ""
	}
	return words.Escape(fmt.Sprintf("%s %s", o.Policy, o.At))
}

// shortList joins at most n strings and counts the rest.
func shortList(all []string, n int, between string) string {
	if len(all) > n {
		return fmt.Sprintf("%s and %d more", strings.Join(all[:n], between), len(all)-n)
	}
	return strings.Join(all, between)
}
