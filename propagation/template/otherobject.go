package template

import (
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// otherObjects finds the override policies that make another object of a template, and the clusters that get it.
type otherObjects map[warningOf][]string

// warningOf is a warning of a policy.
type warningOf struct {
	policy override.Ref
	text   string
}

// add looks at what some clusters get.
func (found otherObjects) add(clusters []string, result *override.Result) {
	for _, w := range result.Warnings() {
		if w.Identity {
			key := warningOf{w.Origin.Policy, w.Pointer.String() + ": " + w.Text}
			found[key] = append(found[key], clusters...)
		}
	}
}

// warnings returns a sorted warning for each of them.
func (found otherObjects) warnings() (warnings []string) {
	for w, clusters := range found {
		slices.Sort(clusters)
		warnings = append(warnings, fmt.Sprintf("%s in %s: %s", content.ClipRef(w.policy), content.ClipList(slices.Compact(clusters)), w.text))
	}
	slices.Sort(warnings)
	return warnings
}
