package impact_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/selector"
)

// generator makes random changes. Names, labels and values are few, so that much collides.
type generator struct {
	n func(below int) int
}

func random(seed uint64) generator { return generator{rand.New(rand.NewPCG(seed, 11)).IntN} }

// fromBytes makes the choices that the bytes say, and then always the first.
func fromBytes(data []byte) generator {
	return generator{func(below int) int {
		if len(data) == 0 {
			return 0
		}
		b := int(data[0])
		data = data[1:]
		return b % below
	}}
}

func pick[T any](g generator, values ...T) T { return values[g.n(len(values))] }

func (g generator) object() *unstructured.Unstructured {
	metadata := map[string]any{"name": pick(g, "a", "b", "c", "d"), "labels": map[string]any{"app": pick(g, "web", "api")}}
	if g.n(4) > 0 {
		metadata["namespace"] = pick(g, "shop", "blog")
	}
	o := map[string]any{"apiVersion": "v1", "kind": pick(g, "Test", "Test", "Secret"), "metadata": metadata, "data": map[string]any{"x": pick(g, "1", "2")}}
	if g.n(3) == 0 {
		o["spec"] = map[string]any{"replicas": int64(g.n(3))}
	}
	return &unstructured.Unstructured{Object: o}
}

func (g generator) cluster(name string) selector.Cluster {
	return selector.Cluster{Name: name, Region: pick(g, "eu", "us", ""), Labels: map[string]string{"env": pick(g, "prod", "dev")}, Zones: pick(g, nil, []string{"a"})}
}

// readsCluster writes the labels of the cluster.
var readsCluster = override.OverriderFunc(func(in override.Input, out *override.Edits) error {
	return out.Set(overridetest.At("/data/cluster"), in.Cluster().Labels["env"]+in.Cluster().Region)
})

func (g generator) steps() []override.Overrider {
	var steps []override.Overrider
	for range 1 + g.n(2) {
		switch g.n(12) {
		case 0:
			steps = append(steps, readsCluster)
		case 1:
			steps = append(steps, overridetest.Do(pick(g, "remove /nowhere", "remove /spec/replicas", "replace /spec/replicas 9"))...)
		case 2, 3:
			steps = append(steps, overridetest.Do(pick(g, "set /metadata/labels/app web", "set /metadata/labels/app api", "set /metadata/labels {app: api}"))...)
		case 4:
			steps = append(steps, overridetest.Do(pick(g, "set /metadata/namespace shop", "set /metadata/name a", "set /kind Test", "set /kind Secret"))...)
		default:
			steps = append(steps, overridetest.Do(fmt.Sprintf("set /data/%s %s", pick(g, "x", "y", "z"), pick(g, "'1'", "'2'", "{deep: [1]}")))...)
		}
	}
	return steps
}

func (g generator) condition() selector.ClusterSelector {
	c := selector.ClusterSelector{Strict: g.n(3) == 0}
	for range 1 + g.n(2) {
		switch g.n(8) {
		case 0:
			c.Names = []string{fmt.Sprint("m", g.n(6)), fmt.Sprint("m", g.n(6))}
		case 1:
			c.Exclude = []string{fmt.Sprint("m", g.n(6))}
		case 2, 3:
			c.LabelSelector = &metav1.LabelSelector{MatchLabels: map[string]string{"env": pick(g, "prod", "dev")}}
		case 4, 5:
			c.Fields = []selector.FieldRequirement{{Key: pick(g, "region", "zone"), Operator: pick(g, "In", "NotIn"), Values: []string{pick(g, "eu", "us", "a")}}}
		case 6:
			c.Fields = []selector.FieldRequirement{{Key: "region", Operator: pick(g, "In", "Like"), Values: []string{"eu"}}}
		}
	}
	return c
}

func (g generator) policy(t testing.TB) *override.Policy {
	p := overridetest.Policy{Name: pick(g, "", "shop/", "blog/") + fmt.Sprint("p", g.n(5))}
	for range g.n(3) {
		s := selector.ObjectSelector{APIVersion: "v1", Kind: pick(g, "Test", "Test", "Secret"), Namespace: pick(g, "", "", "shop"), Name: pick(g, "", "", "a", "b")}
		if g.n(2) == 0 {
			s.LabelSelector = &metav1.LabelSelector{MatchLabels: map[string]string{"app": pick(g, "web", "api")}}
		}
		p.Objects = append(p.Objects, s)
	}
	for range 1 + g.n(2) {
		p.Rules = append(p.Rules, overridetest.Rule{Steps: g.steps()})
	}
	spec := p.Spec(t)
	spec.AsGiven = g.n(5) == 0
	for i := range spec.Rules {
		spec.Rules[i].Clusters, _ = selector.NewClusters(g.condition())
	}
	compiled, err := override.NewPolicy(spec)
	require.NoError(t, err)
	return compiled
}

// withSelectors returns a policy with the selectors of another one.
func withSelectors(t testing.TB, p, other *override.Policy) *override.Policy {
	spec := p.Spec()
	spec.Objects = other.Objects()
	made, err := override.NewPolicy(spec)
	require.NoError(t, err)
	return made
}

// change returns a change in which most things stay as they are.
func (g generator) change(t testing.TB) impact.Change {
	var c impact.Change
	for range g.n(7) {
		c.Before.Policies = c.Before.Policies.With(g.policy(t))
	}
	c.After.Policies = c.Before.Policies
	for range g.n(3) {
		p := g.policy(t)
		old, known := c.Before.Policies.Get(p.Ref())
		switch g.n(4) {
		case 0:
			c.After.Policies = c.After.Policies.Without(p.Ref())
		case 1:
			if known {
				p = withSelectors(t, old, p)
			}
			c.After.Policies = c.After.Policies.With(p)
		default:
			c.After.Policies = c.After.Policies.With(p)
		}
	}
	facts := map[bool]bool{true: g.n(2) == 0}
	for i := range 6 {
		one := g.cluster(fmt.Sprint("m", i))
		where := g.n(12)
		if where != 0 {
			c.Before.Clusters = append(c.Before.Clusters, one)
		}
		if facts[true] && g.n(4) == 0 {
			one = g.cluster(one.Name)
		}
		if where != 1 {
			c.After.Clusters = append(c.After.Clusters, one)
		}
	}
	var objects []impact.Object
	for range 1 + g.n(5) {
		o := g.object()
		one := impact.Object{Before: o, After: o}
		switch g.n(10) {
		case 0:
			one.Before = nil
		case 1:
			one.After = nil
		case 2:
			changed := g.object()
			changed.Object["metadata"].(map[string]any)["name"] = o.GetName()
			changed.SetNamespace(o.GetNamespace())
			changed.SetKind(o.GetKind())
			one.After = changed
		case 3:
			one.After = o.DeepCopy()
		}
		objects = append(objects, one)
	}
	c.Objects = slices.Values(objects)
	return c
}
