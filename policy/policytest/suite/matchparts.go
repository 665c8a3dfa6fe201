package suite

import (
	"fmt"
	"strconv"
	"strings"
)

// gotPart is what a difference knows about a part of the outcome.
type gotPart struct {
	*part
	line  int    // of the title, counted from 1
	title string // the first line, without the mark of an unchanged object
	place string
}

// gotParts returns the parts of an outcome with their lines.
func gotParts(got *outcome) []gotPart {
	var all []gotPart
	line := 1
	for i := range got.parts {
		p := &got.parts[i]
		text := p.text()
		title, _, _ := strings.Cut(text, "\n")
		g := gotPart{part: p, line: line}
		g.title = strings.TrimSuffix(strings.TrimPrefix(title, "# "), unchangedMark)
		if g.place = g.title; p.object != nil {
			g.place = placeOf(refText(p), p.clusters)
		}
		all = append(all, g)
		line += strings.Count(text, "\n") + 1
	}
	return all
}

// maxClusters is how many clusters a place has.
const maxClusters = 3

// placeOf names an object and the first of its clusters.
func placeOf(object string, clusters []string) string {
	return object + " in " + shortList(clusters, maxClusters, ", ")
}

// A line of a text that is compared has the number of its part after it, so that it only equals lines of this part: parts of other objects may have the
// same lines.

// partKey is the number of a part, and the line on which it begins.
type partKey struct{ line, key int }

// keys returns the numbers of the parts of a file and of an outcome. A part of the file has that of the part with the same title, or else of one with the
// same object and one of its clusters, unless only one of both is changed.
func (d *difference) keys() (want, got []partKey) {
	taken := map[int]bool{}
	for i, w := range d.want {
		same := []objectCluster{{object: w.place()}}
		for _, cluster := range w.clusters {
			same = append(same, objectCluster{w.object, cluster})
		}
		key := len(d.parts) + i
		for _, of := range same {
			at, known := d.partOf[of]
			if known && !taken[at] && strings.HasSuffix(d.parts[at].part.title, unchangedMark) == strings.HasSuffix(w.title, unchangedMark) {
				key, taken[at] = at, true
				break
			}
		}
		want = append(want, partKey{w.line, key})
	}
	for i, p := range d.parts {
		got = append(got, partKey{p.line, i})
	}
	return want, got
}

// keyed returns a text whose lines have the numbers of their parts.
func keyed(text string, parts []partKey) []byte {
	var b []byte
	line := 0
	for row := range strings.Lines(text) {
		if line++; len(parts) > 1 && parts[1].line <= line {
			parts = parts[1:]
		}
		content, ended := strings.CutSuffix(row, "\n")
		b = append(append(b, content...), 0)
		if b = strconv.AppendInt(b, int64(parts[0].key), 10); ended {
			b = append(b, '\n')
		}
	}
	return b
}

// withoutKey returns a row of a difference without the number of the part.
func withoutKey(row string) string {
	if at := strings.LastIndexByte(row, 0); at >= 0 {
		return row[:at] + "\n"
	}
	return row
}

// hunkStart returns the first line of a file and of the outcome that a hunk has.
func hunkStart(head string) (was, is int) {
	var wasCount, isCount int
	_, _ = fmt.Sscanf(head, "@@ -%d,%d +%d,%d @@", &was, &wasCount, &is, &isCount) // it is the head of a hunk
	if wasCount == 0 {
		was++
	}
	if isCount == 0 {
		is++
	}
	return was, is
}
