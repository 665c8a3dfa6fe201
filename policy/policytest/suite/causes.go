package suite

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/yamltext"
	kubeadmiral "github.com/overridekit/overridekit/policy/kubeadmiral/api"
	"github.com/overridekit/overridekit/selector"
)

// causes finds what may be the reason why an outcome differs from that in a file: rules and steps without effect.
type causes struct {
	in      *input
	cluster selector.Cluster
	result  *unstructured.Unstructured // the outcome
	of      *override.Explanation
	before  string         // what the file has, without the title
	was     map[string]any // the object in it; nil: it has no object
	changed map[string]bool
	around  map[string]bool // the places around those that changed, and themselves
	only    *objectPattern  // of the policies that count, whatever they would write; nil: those that would write where something changed
	trials  int
}

// newCauses returns the causes of a part of an outcome in a cluster.
func newCauses(in *input, p *part, cluster selector.Cluster, before map[objectCluster]string) *causes {
	c := &causes{in: in, cluster: cluster, changed: map[string]bool{}, around: map[string]bool{}, before: before[objectCluster{refText(p), cluster.Name}]}
	c.of = in.set.Select(p.object).Explain(cluster)
	c.result = &unstructured.Unstructured{Object: p.variant.Result.SharedContent()}
	is := p.object.Object
	if p.body != "" {
		is = objectIn(p.body)
	}
	if c.was = p.object.Object; !strings.HasPrefix(c.before, unchangedMark) {
		c.was = objectIn(c.before)
	}
	if c.was == nil {
		return c
	}
	for change := range jsontree.Diff(any(c.was), any(is)) {
		c.changed[change.Pointer.String()] = true
		for i := range len(change.Pointer) + 1 {
			c.around[change.Pointer[:i].String()] = true
		}
	}
	return c
}

// objectIn returns the object in a part of a file, or nil.
func objectIn(text string) map[string]any {
	var object map[string]any
	if yamltext.Unmarshal([]byte(text), &object) != nil || !jsontree.Fits(object) {
		return nil
	}
	return object
}

// lines returns a line for each cause, and the number of the other rules and steps without effect. If it is not known what the file had, all are causes.
func (c *causes) lines() (known []string, others int) {
	add := func(is bool, format string, args ...any) {
		if is {
			known = append(known, fmt.Sprintf(format, args...))
		} else {
			others++
		}
	}
	for _, ref := range c.of.Missing {
		add(c.only == nil && c.isNew(ref.String()), "%s: the object names this policy, which does not exist", ref)
	}
	misses := 0
	for _, outcome := range c.of.Policies {
		if c.only != nil && !c.only.match(outcome.Policy) {
			continue
		}
		p, _ := c.in.set.Get(outcome.Policy)
		if outcome.Rank == selector.RankNone {
			if misses < maxMisses && (c.only != nil || c.nearly(p, outcome)) {
				misses++
				add(true, "%s does not select the object: %s", outcome.Policy, outcome.Reason)
			}
			continue
		}
		if len(outcome.Rules) == 0 {
			add(c.isNew(outcome.Policy.String()), "%s: %s", outcome.Policy, outcome.Reason)
		}
		for i, rule := range outcome.Rules {
			if rule.Reason != "" || rule.Outcome == override.OutcomeSkipped {
				add(c.wouldWrite(p.Spec().Rules[i]), "%s: %s: %s", outcome.Policy, rule.At, because(rule.Outcome, rule.Reason))
			}
			for _, step := range rule.Steps {
				if step.Outcome == override.OutcomeNoEffect {
					is := c.isNew(step.At) || c.wouldWrite(only(p.Spec().Rules[i], step.At))
					add(is, "%s: %s: %s", outcome.Policy, step.At, because(step.Outcome, strings.Join(step.Reasons, "; ")))
				}
			}
		}
	}
	return known, others
}

// isNew reports whether the comments in the file do not have a line.
func (c *causes) isNew(text string) bool { return c.was == nil || !strings.Contains(c.before, text) }

// nearly reports whether a policy that does not select the object may be a cause. One for another kind is not. One of KubeAdmiral is, if the object named
// it before.
func (c *causes) nearly(p *override.Policy, of override.PolicyOutcome) bool {
	if slices.ContainsFunc(of.Misses, func(m selector.Miss) bool { return m.Fact == "kind" }) {
		return false
	}
	if strings.HasPrefix(of.Policy.APIVersion, kubeadmiral.GroupVersion.Group+"/") {
		was := unstructured.Unstructured{Object: c.was}
		named := slices.ContainsFunc(of.Misses, func(m selector.Miss) bool {
			key, isLabel := strings.CutPrefix(m.Fact, "label ")
			return isLabel && was.GetLabels()[key] == of.Policy.Name
		})
		if c.was == nil || !named {
			return false
		}
	}
	return c.wouldWrite(p.Spec().Rules...)
}

// only returns a rule with one of its steps.
func only(rule override.Rule, at string) override.Rule {
	var lane override.Lane
	for _, stage := range rule.Stages {
		for _, l := range stage {
			lane = append(lane, kept(l, func(s override.Step) bool { return s.At == at })...)
		}
	}
	return override.Rule{At: rule.At, Stages: []override.Stage{{lane}}}
}

// wouldWrite reports whether rules that reached the object and the cluster would change the outcome where it differs from the file.
func (c *causes) wouldWrite(rules ...override.Rule) bool {
	if c.trials++; c.was == nil || c.trials > maxTrials {
		return c.was == nil
	}
	spec := override.PolicySpec{Ref: override.Ref{Kind: "Trial", Name: "trial"}, Tier: override.ClusterWide}
	for _, rule := range rules {
		rule.Clusters = selector.Clusters{}
		spec.Rules = append(spec.Rules, rule)
	}
	trial, err := override.NewPolicy(spec)
	if err != nil {
		return true
	}
	result, err := override.Apply(c.result, c.cluster, trial)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(result.Changes(), func(change override.Change) bool {
		if c.around[change.Pointer.String()] {
			return true
		}
		for i := range change.Pointer {
			if c.changed[change.Pointer[:i].String()] {
				return true
			}
		}
		return false
	})
}
