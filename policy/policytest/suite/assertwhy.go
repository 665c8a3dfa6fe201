package suite

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// Limits of the reasons after a failure of an assertion.
const (
	maxExplained = 3 // failures of an assertion
	maxIdle      = 4 // lines about each
	fewTrials    = 100
)

// whyNot returns lines about rules and steps without effect that would write at a place of the outcome, in the first of its clusters. With a pattern, it
// returns what its policies do not do, whatever they would write.
func (s *seen) whyNot(path jsontree.Pointer, by *objectPattern) string {
	at := slices.IndexFunc(s.of.in.clusters, func(c selector.Cluster) bool { return c.Name == s.clusters[0] })
	if s.of.explained++; s.of.explained > maxExplained || at < 0 {
		return ""
	}
	c := &causes{
		in: s.of.in, cluster: s.of.in.clusters[at], result: &unstructured.Unstructured{Object: s.result.SharedContent()},
		changed: map[string]bool{path.String(): true}, around: map[string]bool{}, only: by, trials: maxTrials - fewTrials,
	}
	for i := range len(path) + 1 {
		c.around[path[:i].String()] = true
	}
	if by == nil {
		c.was = map[string]any{} // only what would write there counts
	}
	c.of = c.in.set.Select(s.object).Explain(c.cluster)
	lines, _ := c.lines()
	for i := range lines {
		lines[i] = "without effect: " + lines[i]
	}
	if more := len(lines) - maxIdle; more > 0 {
		lines = append(lines[:maxIdle], "…and more")
	}
	if len(lines) == 0 {
		return ""
	}
	return "\n" + strings.Join(lines, "\n")
}
