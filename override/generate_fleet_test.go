package override_test

import (
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/internal/overridetest"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// random is a source of many bytes.
func random(seed uint64, bytes int) *source {
	g := rand.New(rand.NewPCG(seed, 7))
	data := make([]byte, bytes)
	for i := range data {
		data[i] = byte(g.UintN(256))
	}
	return &source{data: data}
}

// fleet returns clusters with few different labels, so that many are alike. Names repeat, also for clusters that differ otherwise.
func (s *source) fleet() []selector.Cluster {
	clusters := make([]selector.Cluster, 10+s.below(21))
	for i := range clusters {
		c := selector.Cluster{Name: fmt.Sprint("member", s.below(8)), Provider: pick(s, "aws", ""), Region: pick(s, "eu", "us", "7")}
		switch s.below(3) {
		case 0:
			c.Labels = map[string]string{"env": "prod"}
		case 1:
			c.Labels = map[string]string{"env": "dev", "size": pick(s, "1", "9")}
		}
		if s.below(2) == 0 {
			c.Zones = []string{"a", "b"}[s.below(2):]
		}
		clusters[i] = c
	}
	return clusters
}

// condition returns a condition for some clusters of a fleet. One in sixteen is invalid, and half of these are strict.
func (s *source) condition() selector.ClusterSelector {
	c := selector.ClusterSelector{Strict: s.below(2) == 0}
	for range s.below(3) {
		switch s.below(6) {
		case 0:
			c.Names = append(c.Names, fmt.Sprint("member", s.below(8)), fmt.Sprint("member", s.below(8)))
		case 1:
			c.Exclude = append(c.Exclude, fmt.Sprint("member", s.below(8)))
		case 2:
			c.LabelSelector = &metav1.LabelSelector{MatchLabels: map[string]string{"env": pick(s, "prod", "dev")}}
		case 3:
			c.Fields = append(c.Fields, selector.FieldRequirement{Key: pick(s, "region", "zone", "provider"), Operator: pick(s, "Exists", "DoesNotExist")})
		case 4:
			c.Fields = append(c.Fields, selector.FieldRequirement{Key: pick(s, "region", "zone"), Operator: pick(s, "In", "NotIn"), Values: []string{pick(s, "eu", "us", "a")}})
		case 5:
			c.Terms = append(c.Terms,
				selector.ClusterTerm{MatchExpressions: []selector.FieldRequirement{{Key: "size", Operator: pick(s, "Gt", "Lt"), Values: []string{"5"}}}},
				selector.ClusterTerm{MatchFields: []selector.FieldRequirement{{Key: "metadata.name", Operator: "In", Values: []string{fmt.Sprint("member", s.below(8))}}}})
		}
	}
	switch s.below(48) {
	case 0:
		c.LabelSelector = &metav1.LabelSelector{MatchLabels: map[string]string{"env": "no label!"}}
	case 1:
		c.Fields = append(c.Fields, selector.FieldRequirement{Key: "region", Operator: "Like"})
	case 2:
		c.Terms = append(c.Terms, selector.ClusterTerm{MatchFields: []selector.FieldRequirement{{Key: "metadata.name", Operator: "Exists"}}})
	}
	return c
}

// estate returns policies with conditions on clusters. Some of them write what later ones select by. A step that reads the cluster sets
// the flag; most of these steps are replaced, because too few clusters would share an outcome.
func (s *source) estate(read *atomic.Bool) []overridetest.Policy {
	web := func(app string) []selector.ObjectSelector {
		return []selector.ObjectSelector{{APIVersion: "apps/v1", Kind: "Test", LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": app}}}}
	}
	policies := s.policies()
	for i := range 1 + s.below(3) {
		labels := overridetest.Do("set /metadata/labels {app: web}", "set /metadata/labels {app: api}", "set /metadata/namespace shop", "set /metadata/labels/note x")
		policies = append(policies, overridetest.Policy{Name: fmt.Sprint(pick(s, "a", "q"), i), Rules: []overridetest.Rule{{Steps: labels[s.below(4):][:1]}}})
		policies = append(policies, overridetest.Policy{Name: fmt.Sprint("shop/z", i), Objects: web(pick(s, "web", "api")),
			Rules: []overridetest.Rule{{Steps: overridetest.Do(fmt.Sprint("set /z", i, " true"))}, {Steps: s.steps(1)}}})
	}
	reads := func(o override.Overrider) override.Overrider {
		look, ok := o.(looking)
		if !ok {
			return o
		}
		if s.below(8) != 0 {
			return overridetest.Do(fmt.Sprintf("set /kept %d", s.below(3)))[0]
		}
		return looking{override.OverriderFunc(func(in override.Input, out *override.Edits) error {
			read.Store(true)
			return look.Override(in, out)
		}), look.look}
	}
	for _, p := range policies {
		for i := range p.Rules {
			r := &p.Rules[i]
			r.Clusters = s.condition()
			for _, steps := range append(r.Lanes, r.Steps) {
				for j := range steps {
					steps[j] = reads(steps[j])
				}
			}
			if s.below(16) == 0 {
				r.Steps = overridetest.Do("remove /nowhere")
			}
		}
	}
	return policies
}

// loosely compiles policies whose cluster conditions may be invalid.
func loosely(t testing.TB, policies []overridetest.Policy) []*override.Policy {
	t.Helper()
	var compiled []*override.Policy
	for _, p := range policies {
		conditions := make([]selector.Clusters, len(p.Rules))
		rules := append([]overridetest.Rule(nil), p.Rules...)
		for i := range rules {
			conditions[i], _ = selector.NewClusters(rules[i].Clusters)
			rules[i].Clusters = selector.ClusterSelector{}
		}
		p.Rules = rules
		spec := p.Spec(t)
		for i := range conditions {
			spec.Rules[i].Clusters = conditions[i]
		}
		c, err := override.NewPolicy(spec)
		require.NoError(t, err)
		compiled = append(compiled, c)
	}
	return compiled
}
