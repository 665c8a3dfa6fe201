package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/examples/overridekit/internal/cli"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/lint"
)

// idle is a policy, a rule, a step or a name of a cluster that had no effect, and why.
type idle struct {
	override.Origin // At is empty for a policy
	text            string
}

func (i idle) String() string {
	if i.At == "" {
		return fmt.Sprintf("%s: %s", i.Policy, i.text)
	}
	return fmt.Sprintf("%s: %s", i.Origin, i.text)
}

func noEffect(of override.Origin, reason string) idle { return idle{of, "no effect: " + reason} }

// idle returns what had no effect on any object for any cluster, in the order of the policies. About a policy that covers an object that failed,
// package lint knows more: it explains what the steps before the failure did.
func (e *effects) idle() []idle {
	if len(e.facts) == 0 || len(e.clusters) == 0 {
		return nil
	}
	found := e.findings()
	var all []idle
	for _, p := range e.bundle.Policies {
		var own []idle
		if !e.failed[p.Ref()] {
			own = e.unmatched(p)
			for _, s := range e.skipped[p.Ref()] {
				if !e.changed[s.Origin] {
					own = append(own, s)
				}
			}
		}
		for _, f := range found[p.Ref()] {
			if !covered(own, f.Path) {
				own = append(own, idle{override.Origin{Policy: f.Policy, At: f.Path}, f.Message})
			}
		}
		all = append(all, own...)
	}
	return all
}

// findings returns the findings of package lint: names of clusters that were not read, and for a policy that covers an object that failed,
// everything without effect.
func (e *effects) findings() map[override.Ref][]lint.Finding {
	opts, codes := lint.Options{Clusters: e.clusters, Hide: e.hide}, []lint.Code{}
	if len(e.bundle.Clusters) > 0 {
		codes = append(codes, lint.UnknownCluster)
	}
	if len(e.failed) > 0 {
		opts.Objects = e.bundle.Objects
		codes = append(codes, slices.DeleteFunc(slices.Clone(cli.NoEffect), func(c lint.Code) bool { return c == lint.UnknownCluster })...)
	}
	found := map[override.Ref][]lint.Finding{}
	if len(codes) == 0 {
		return found
	}
	for _, f := range cli.Findings(e.bundle, opts, codes...) {
		if e.failed[f.Policy] || f.Code == lint.UnknownCluster {
			found[f.Policy] = append(found[f.Policy], f)
		}
	}
	return found
}

// covered reports whether a policy, a rule or a step around a field is reported already.
func covered(reported []idle, path string) bool {
	return slices.ContainsFunc(reported, func(i idle) bool { return strings.HasPrefix(path, i.At) })
}
