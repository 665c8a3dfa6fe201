package suite

import (
	"fmt"
	"strings"
)

// changesFrom returns what differs from a file, in short: the objects and clusters that are new, changed, now unchanged or removed, and the titles of other
// parts that changed.
func (o *outcome) changesFrom(want string) []string {
	parts := wantParts(want)
	before := outcomes(parts)
	var changes []string
	add := func(object string, clusters []string, what string) {
		if len(clusters) > 0 {
			changes = append(changes, fmt.Sprintf("%.200s in %.200s %s", object, shortList(clusters, maxPlaces, ", "), what))
		}
	}
	had := map[string]bool{}
	for _, w := range parts {
		had[w.title+"\n"+w.rest] = w.object == ""
	}
	after, other := map[objectCluster]string{}, map[string]bool{}
	for i := range o.parts {
		p := &o.parts[i]
		if p.object == nil {
			title, rest, _ := strings.Cut(strings.TrimPrefix(p.text(), "# "), "\n")
			if key := title + "\n" + strings.TrimSuffix(rest, "\n"); !had[key] {
				changes = append(changes, fmt.Sprintf("%.200s", title))
			}
			other[title] = true
			continue
		}
		var fresh, changed []string
		for _, cluster := range p.clusters {
			after[objectCluster{refText(p), cluster}] = p.title
		}
		for _, cluster := range p.changedIn(before) {
			if _, known := before[objectCluster{refText(p), cluster}]; known {
				changed = append(changed, cluster)
			} else {
				fresh = append(fresh, cluster)
			}
		}
		what := "changed"
		if strings.HasSuffix(p.title, unchangedMark) {
			what = "now unchanged"
		}
		add(refText(p), changed, what)
		add(refText(p), fresh, "new")
	}
	for _, w := range parts {
		if w.plain {
			continue
		}
		if w.object == "" {
			if title := strings.TrimSuffix(w.title, "\n"); title != "" && !other[title] {
				changes = append(changes, fmt.Sprintf("%.200s: removed", title))
			}
			continue
		}
		add(w.object, kept(w.clusters, func(cluster string) bool { _, known := after[objectCluster{w.object, cluster}]; return !known }), "removed")
	}
	return changes
}

// titlesOf returns the titles of the parts of a text.
func titlesOf(text string) string {
	var b strings.Builder
	for _, w := range wantParts(text) {
		if !w.plain {
			b.WriteString("  " + w.title + "\n")
		}
	}
	return b.String()
}
