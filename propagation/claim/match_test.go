package claim_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
)

// decide decides about an object without a claim.
func decide(policies *claim.Policies, object *unstructured.Unstructured) claim.Decision {
	got, _ := claim.Decide(claim.DecideInput{Object: object, Policies: policies})
	return got
}

func TestPoliciesMatch(t *testing.T) {
	t.Parallel()
	const (
		web  = `{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: a, labels: {app: web}}}`
		node = `{apiVersion: v1, kind: Node, metadata: {name: n}}`
	)
	policy := func(meta, selectors, more string) string {
		return `{metadata: {` + meta + `}, spec: {resourceSelectors: [` + selectors + `]` + more + `}}`
	}
	const all, named, labelled = `{apiVersion: apps/v1, kind: Deployment}`, `{apiVersion: apps/v1, kind: Deployment, name: web}`, `{apiVersion: apps/v1, kind: Deployment, labelSelector: {matchLabels: {app: web}}}`
	for _, c := range []struct {
		name, reason, object string
		policies             []string
		want                 string
	}{
		{"no policies", "nothing selects the object", web, nil, ""},
		{"one", "it selects the object", web, []string{policy("name: p, namespace: a", all, "")}, "PropagationPolicy a/p selects the object by kind, with priority 0"},
		{"another namespace", "it selects objects of its own namespace", web, []string{policy("name: p, namespace: b", all, "")}, ""},
		{"a namespace in the selector", "it must match", web, []string{policy("name: p", `{apiVersion: apps/v1, kind: Deployment, namespace: b}`, "")}, ""},
		{"another version", "versions are not converted", web, []string{policy("name: p", `{apiVersion: apps/v1beta1, kind: Deployment}`, "")}, ""},
		{"both kinds", "that of the namespace comes first", web, []string{policy("name: c", named, ", priority: 100"), policy("name: p, namespace: a", all, ", priority: -5")}, "PropagationPolicy a/p selects the object by kind, with priority -5"},
		{"no namespace", "only cluster-wide ones", node, []string{policy("name: c", `{apiVersion: v1, kind: Node}`, ""), policy("name: p, namespace: a", `{apiVersion: v1, kind: Node}`, "")}, "ClusterPropagationPolicy c selects the object by kind, with priority 0"},
		{"priority before precision", "priority counts first", web, []string{policy("name: a", named, ""), policy("name: b", all, ", priority: 1")}, "ClusterPropagationPolicy b selects the object by kind, with priority 1"},
		{"precision", "a name is more precise than labels", web, []string{policy("name: a", labelled, ""), policy("name: b", named, "")}, "ClusterPropagationPolicy b selects the object by name, with priority 0"},
		{"labels", "they are more precise than the kind", web, []string{policy("name: a", all, ""), policy("name: b", labelled, "")}, "ClusterPropagationPolicy b selects the object by labels, with priority 0"},
		{"empty labels", "they count as labels", web, []string{policy("name: a", all, ""), policy("name: b", `{apiVersion: apps/v1, kind: Deployment, labelSelector: {}}`, "")}, "ClusterPropagationPolicy b selects the object by labels, with priority 0"},
		{"the best selector counts", "the order does not matter", web, []string{policy("name: a", labelled, ""), policy("name: b", named+", "+all, "")}, "ClusterPropagationPolicy b selects the object by name, with priority 0"},
		{"the name", "it decides last", web, []string{policy("name: b", all, ""), policy("name: a", all, "")}, "ClusterPropagationPolicy a selects the object by kind, with priority 0"},
		{"a name with labels", "labels do not count", web, []string{policy("name: a", `{apiVersion: apps/v1, kind: Deployment, name: web, labelSelector: {matchLabels: {app: no}}}`, "")}, "ClusterPropagationPolicy a selects the object by name, with priority 0"},
		{"being deleted", "it selects nothing", web, []string{policy(`name: a, deletionTimestamp: "2026-02-03T04:05:06Z"`, named, "")}, ""},
		{"no selectors", "it selects nothing", web, []string{policy("name: a", "", "")}, ""},
		{"an invalid selector", "the others count", web, []string{policy("name: a", `{apiVersion: apps/v1, kind: Deployment, labelSelector: {matchExpressions: [{key: x, operator: Bad}]}}, `+all, "")}, "ClusterPropagationPolicy a selects the object by kind, with priority 0"},
		{"an expression", "it is found, although it is not indexed", web, []string{policy("name: a", `{apiVersion: apps/v1, kind: Deployment, labelSelector: {matchExpressions: [{key: app, operator: Exists}]}}`, "")}, "ClusterPropagationPolicy a selects the object by labels, with priority 0"},
		{"two of one name", "the last counts", web, []string{policy("name: a", all, ", priority: 1"), policy("name: a", all, ", priority: 2")}, "ClusterPropagationPolicy a selects the object by kind, with priority 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			policies, object := claimPolicies(t, c.policies...), claimObject(t, c.object)
			got := decide(policies, object)
			require.Equal(t, c.want != "", got.Kind == claim.DecisionApply, c.reason)
			if c.want != "" {
				require.Equal(t, c.want, got.Reason, c.reason)
			}
			require.Equal(t, claimObject(t, c.object), object)
		})
	}
}

func TestPoliciesHostile(t *testing.T) {
	t.Parallel()
	for _, policies := range []*claim.Policies{{}, claim.NewPolicies(nil, (*api.PropagationPolicy)(nil), (*api.ClusterPropagationPolicy)(nil))} {
		require.Equal(t, claim.DecisionWait, decide(policies, claimObject(t, `{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: a}}`)).Kind)
		require.Equal(t, claim.DecisionWait, decide(policies, &unstructured.Unstructured{Object: map[string]any{"metadata": []any{1}, "kind": true}}).Kind)
		_, found := policies.Get((&api.PropagationPolicy{}).Ref())
		require.False(t, found)
		require.NoError(t, policies.Faults())
		require.False(t, policies.Lazy(nil))
	}
	bad := claimPolicies(t, `{metadata: {name: a}, spec: {resourceSelectors: [{apiVersion: v1, kind: Pod, labelSelector: {matchExpressions: [{key: x, operator: Bad}]}}]}}`)
	require.ErrorContains(t, bad.Faults(), "ClusterPropagationPolicy a: [0].labelSelector.matchExpressions[0].operator: Unsupported value")
}

// TestPoliciesShareNothing writes to the input and to the result.
func TestPoliciesShareNothing(t *testing.T) {
	t.Parallel()
	source := claimPolicy(t, `{metadata: {name: a}, spec: {resourceSelectors: [{apiVersion: v1, kind: Pod, name: p}]}}`)
	policies := claim.NewPolicies(source)
	source.PropagationSpec().ResourceSelectors[0].Name = "q"
	got, found := policies.Get(source.Ref())
	require.True(t, found)
	require.Equal(t, "p", got.PropagationSpec().ResourceSelectors[0].Name)
	got.PropagationSpec().ResourceSelectors[0].Name = "q"
	require.Equal(t, claim.DecisionApply, decide(policies, claimObject(t, `{apiVersion: v1, kind: Pod, metadata: {name: p}}`)).Kind)
}

// TestPoliciesAgree compares the index with a check of every policy, from several goroutines.
func TestPoliciesAgree(t *testing.T) {
	t.Parallel()
	sources, objects := claimEstate(300, 200)
	policies := claim.NewPolicies(sources...)
	var alone []*claim.Policies
	for _, source := range sources {
		alone = append(alone, claim.NewPolicies(source))
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for _, object := range objects {
				var best match
				for _, one := range alone {
					if m := newMatch(decide(one, object)); m.beats(best) {
						best = m
					}
				}
				if got := newMatch(decide(policies, object)); got != best {
					t.Errorf("%s: got %v, expected %v", object.GetName(), got, best)
				}
			}
		})
	}
	wait.Wait()
}

// match is what the reason of a decision says.
type match struct {
	policy             override.Ref
	how                string
	priority, rank     int
	found, clusterWide bool
}

func newMatch(d claim.Decision) (m match) {
	if d.Kind != claim.DecisionApply {
		return m
	}
	m = match{policy: d.Policy, found: true, clusterWide: claim.IsClusterWide(d.Policy)}
	_, said, _ := strings.Cut(d.Reason, "selects the object by ")
	m.how, said, _ = strings.Cut(said, ", with priority ")
	m.priority, _ = strconv.Atoi(said)
	m.rank = slices.Index([]string{"kind", "labels", "name"}, m.how)
	return m
}

// beats implements rules 2 to 5 of Decide again.
func (m match) beats(other match) bool {
	switch {
	case m.found != other.found:
		return m.found
	case m.clusterWide != other.clusterWide:
		return other.clusterWide
	case m.priority != other.priority:
		return m.priority > other.priority
	case m.rank != other.rank:
		return m.rank > other.rank
	}
	return m.policy.Name < other.policy.Name
}

// claimEstate returns different policies, and objects that most often match one.
func claimEstate(policies, objects int) (sources []api.PropagationSource, all []*unstructured.Unstructured) {
	for i := range policies {
		s := api.ResourceSelector{APIVersion: "apps/v1", Kind: "Deployment"}
		switch i % 5 {
		case 0:
			s.Name = fmt.Sprintf("web-%d", i)
		case 1:
			s.LabelSelector = &metav1.LabelSelector{MatchLabels: map[string]string{"team": fmt.Sprint(i % 40)}}
		case 2:
			s.LabelSelector = &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "team", Operator: "In", Values: []string{fmt.Sprint(i % 30), "x"}}}}
		case 3:
			s.Namespace = fmt.Sprintf("ns-%d", i%20)
		case 4:
			s.Kind = "StatefulSet"
		}
		priority := int32(i % 3)
		spec := api.PropagationSpec{ResourceSelectors: []api.ResourceSelector{s}, Priority: &priority}
		meta := metav1.ObjectMeta{Name: fmt.Sprintf("p-%d", i)}
		if i%2 == 0 {
			meta.Namespace = fmt.Sprintf("ns-%d", i%20)
			sources = append(sources, &api.PropagationPolicy{ObjectMeta: meta, Spec: spec})
			continue
		}
		sources = append(sources, &api.ClusterPropagationPolicy{ObjectMeta: meta, Spec: spec})
	}
	for i := range objects {
		all = append(all, &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "apps/v1", "kind": []string{"Deployment", "StatefulSet"}[i%7/6],
			"metadata": map[string]any{"name": fmt.Sprintf("web-%d", i), "namespace": fmt.Sprintf("ns-%d", i%25), "labels": map[string]any{"team": fmt.Sprint(i % 50)}},
		}})
	}
	return sources, all
}

// BenchmarkMatch asks 500 policies about 10,000 templates.
func BenchmarkMatch(b *testing.B) {
	sources, objects := claimEstate(500, 10_000)
	policies := claim.NewPolicies(sources...)
	for b.Loop() {
		for _, object := range objects {
			decide(policies, object)
		}
	}
}

// BenchmarkNewPolicies compiles 500 policies.
func BenchmarkNewPolicies(b *testing.B) {
	sources, _ := claimEstate(500, 0)
	for b.Loop() {
		claim.NewPolicies(sources...)
	}
}
