package suite

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/selector"
)

// Limits of an explanation.
const (
	maxOutcomes = 5  // objects in a cluster
	maxReasons  = 12 // lines about each
	maxMisses   = 3  // policies that do not select the object
	maxLost     = 5  // places that differ
	maxTrials   = 1000
)

// why explains what policies did not do for outcomes that differ from the golden file: the rules and steps that would write
// where the outcomes differ. The command that shows more follows.
func (c *Case) why(in *input, got *outcome, want []wantPart) string {
	before := outcomes(want)
	var b strings.Builder
	command := ""
	count := 0
	for i := range got.parts {
		p := &got.parts[i]
		if p.object == nil {
			continue
		}
		changed := p.changedIn(before)
		if len(changed) == 0 {
			continue
		}
		if count++; count > maxOutcomes {
			continue
		}
		at := slices.IndexFunc(in.clusters, func(cluster selector.Cluster) bool { return cluster.Name == changed[0] })
		if at < 0 {
			continue
		}
		if command == "" {
			command = c.command(override.RefOf(p.object), changed[0])
		}
		if p.variant.Err != nil {
			continue // the error is the reason
		}
		causes := newCauses(in, p, in.clusters[at], before)
		if lost := slices.Sorted(maps.Keys(causes.changed)); strings.HasSuffix(p.title, unchangedMark) && len(lost) > 0 {
			fmt.Fprintf(&b, "In %s for %s, no policy changes the object, which differs from the file at %s\n", changed[0], refText(p), words.Escape(shortList(lost, maxLost, ", ")))
		}
		known, others := causes.lines()
		if len(known) > 0 {
			fmt.Fprintf(&b, "In %s for %s, without effect:\n", changed[0], refText(p))
		}
		for _, line := range known[:min(maxReasons, len(known))] {
			b.WriteString("  " + words.Escape(line) + "\n")
		}
		if more := others + max(0, len(known)-maxReasons); more > 0 && len(known) > 0 {
			fmt.Fprintf(&b, "  …and %d more\n", more)
		}
	}
	if count > maxOutcomes {
		fmt.Fprintf(&b, "…and %d more outcomes\n", count-maxOutcomes)
	}
	if command != "" {
		b.WriteString("More: " + command + "\n")
	}
	return b.String()
}

// failed names the objects and clusters for which a policy fails now, where the file has something else. A long difference would hide that.
func (o *outcome) failed(want []wantPart) string {
	before := outcomes(want)
	var b strings.Builder
	count := 0
	for i := range o.parts {
		p := &o.parts[i]
		if p.object == nil || p.variant.Err == nil {
			continue
		}
		changed := p.changedIn(before)
		if len(changed) == 0 {
			continue
		}
		if count++; count <= maxOutcomes {
			message, _, _ := strings.Cut(strings.TrimPrefix(p.heading, "# "), "\n")
			fmt.Fprintf(&b, "%s in %s: %s\n", refText(p), strings.Join(changed, ", "), message)
		}
	}
	if count > maxOutcomes {
		fmt.Fprintf(&b, "…and %d more errors\n", count-maxOutcomes)
	}
	return b.String()
}

// because adds a reason to an outcome, unless the reason is empty.
func because(outcome override.Outcome, reason string) string {
	if reason == "" {
		return string(outcome)
	}
	return string(outcome) + ": " + reason
}

// command returns the command that explains an object in a cluster, or nothing if a document is replaced: a command that reads the same files cannot do
// that.
func (c *Case) command(ref override.Ref, cluster string) string {
	if c.replace != nil {
		return ""
	}
	object := ref.Kind + "/" + ref.Name
	if ref.Namespace != "" {
		object = ref.Kind + "/" + ref.Namespace + "/" + ref.Name
	}
	words := []string{"overridekit", "explain", "--object", object, "--cluster", cluster}
	if c.settings.namespace != "" {
		words = append(words, "--namespace", c.settings.namespace)
	}
	words = append(words, c.suite.paths...)
	for _, e := range c.entries() {
		if !c.suite.isCommon[e.path] {
			words = append(words, e.Name)
		}
	}
	for i, word := range words {
		words[i] = shellWord(word)
	}
	return strings.Join(words, " ")
}

// shellWord quotes a word for a shell, if necessary.
func shellWord(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:,+@%=", r)
	}
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
