package suite

import (
	"strings"

	"github.com/overridekit/overridekit/override"
)

// unchangedMark is the end of the title of an object that is not changed.
const unchangedMark = ": unchanged"

// wantPart is a part of a file want.yaml that may be of another version.
type wantPart struct {
	title    string
	object   string   // as [override.Ref] writes it; empty in another part
	clusters []string // of the object
	rest     string   // what follows the title
	line     int      // of the title, counted from 1
	plain    bool     // the title is not a comment, so it may be a value
}

// wantParts reads the parts of a file.
func wantParts(text string) []wantPart {
	var parts []wantPart
	line := 1
	for part := range strings.SplitSeq("\n"+text, "\n"+partMark) {
		if line == 1 {
			part = strings.TrimPrefix(part, "\n")
		}
		title, rest, _ := strings.Cut(part, "\n")
		w := wantPart{title: strings.TrimPrefix(title, "# "), rest: rest, line: line, plain: !strings.HasPrefix(title, "# ")}
		if object, clusters, ok := strings.Cut(strings.TrimSuffix(w.title, unchangedMark), " in "); ok {
			w.object, w.clusters = object, strings.Split(clusters, ", ")
		}
		if strings.HasSuffix(w.title, unchangedMark) {
			w.rest = unchangedMark + w.rest
		}
		parts = append(parts, w)
		line += strings.Count(part, "\n") + 2
	}
	return parts
}

// place returns the object and the clusters of a part, or its title.
func (w *wantPart) place() string { return strings.TrimSuffix(w.title, unchangedMark) }

// objectCluster is an object in a cluster.
type objectCluster struct{ object, cluster string }

// changedIn returns the clusters of a part of an outcome for which a file has something else.
func (p *part) changedIn(want map[objectCluster]string) []string {
	var changed []string
	rest := p.heading + p.body
	if strings.HasSuffix(p.title, unchangedMark) {
		rest = unchangedMark + rest
	}
	for _, cluster := range p.clusters {
		before, known := want[objectCluster{refText(p), cluster}]
		if !known || strings.TrimSuffix(before, "\n") != strings.TrimSuffix(rest, "\n") {
			changed = append(changed, cluster)
		}
	}
	return changed
}

// refText returns the name of the object of a part as its title has it.
func refText(p *part) string {
	ref := override.RefOf(p.object)
	return override.Ref{Kind: ref.Kind, Namespace: ref.Namespace, Name: ref.Name}.String()
}

// outcomes returns what the parts of a file say about each object in each cluster.
func outcomes(parts []wantPart) map[objectCluster]string {
	all := map[objectCluster]string{}
	for _, w := range parts {
		for _, cluster := range w.clusters {
			all[objectCluster{w.object, cluster}] = w.rest
		}
	}
	return all
}
