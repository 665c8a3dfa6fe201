package propagation_test

import (
	"context"
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/diff"
	"github.com/overridekit/overridekit/testdata/estate"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// FuzzNewPlan adds a template, a policy and a cluster to a control plane. They are decoded JSON in which some strings stand for values that JSON
// cannot have. Nothing panics, the other templates do not move, and a second plan is the same.
func FuzzNewPlan(f *testing.F) {
	f.Add(`{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":"shop","labels":"!strings"},"spec":{"replicas":"!int"}}`, `{}`, `{}`)
	f.Add(`{"apiVersion":"!cycle","kind":"!cycle","metadata":{"name":"!cycle","namespace":"shop"}}`, `{"resourceSelectors":[{"apiVersion":"apps/v1","kind":"Deployment"}],"propagateDeps":true}`, `{}`)
	f.Add(`{"apiVersion":"apps/v1","kind":"Deployment","metadata":"!nil","spec":{"template":"!shared"}}`, `{}`, `{"metadata":{"name":"m9"},"spec":{"taints":[{"effect":"NoExecute"}]}}`)
	f.Add(`{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"zero","namespace":"shop"},"spec":{"replicas":0,"template":{"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]}}}}`,
		`{"resourceSelectors":[{"apiVersion":"apps/v1","kind":"Deployment"}],"priority":9,"propagateDeps":true,"placement":{"clusterAffinity":{"clusterNames":["nowhere"]},"replicaScheduling":{"replicaSchedulingType":"Divided","replicaDivisionPreference":"Aggregated"}}}`, `{}`)
	f.Add(`{"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"j","namespace":"shop"},"spec":{"parallelism":2000000000,"completions":-1}}`,
		`{"resourceSelectors":[{"apiVersion":"batch/v1","kind":"Job"}],"placement":{"clusterAffinities":[{"affinityName":"a","overflowAffinities":[{}]}],"spreadConstraints":[{"spreadByField":"region","maxGroups":-1},{"spreadByField":"cluster","minGroups":9}]}}`,
		`{"metadata":{"name":"m9"},"spec":{"region":"x"},"status":{"resourceSummary":{"allocatable":{"pods":"3G"}}}}`)
	f.Fuzz(func(t *testing.T, template, policy, cluster string) {
		in := plantest.Shop(t)
		in.Options.NewID = func(of override.Ref) string { return of.Kind + of.Namespace + of.Name }
		in.Options.Reasons = len(template)%2 == 0
		p, c := selectsAll(), &api.Cluster{}
		p.Name = "wild"
		if hugeExponent.MatchString(cluster) || json.Unmarshal([]byte(policy), &p.Spec) != nil || json.Unmarshal([]byte(cluster), c) != nil {
			t.Skip()
		}
		in.Policies, in.Clusters = append(in.Policies, p), append(in.Clusters, c)
		without := rowsOf(plantest.PlanOf(t, in))

		var content any
		if kjson.UnmarshalCaseSensitivePreserveInts([]byte(template), &content) != nil {
			t.Skip()
		}
		root, _ := made(content, nil).(map[string]any)
		object := &unstructured.Unstructured{Object: root}
		if root == nil {
			t.Skip()
		}
		in.Templates = append(slices.Clone(in.Templates), object)
		plan, err := propagation.NewPlan(context.Background(), in)
		require.NoError(t, err)
		if with := rowsOf(plan); !reaches(plan, object) {
			for ref, row := range without {
				require.Equal(t, row, with[ref])
			}
		}
		again := plantest.PlanOf(t, estate.Stored(in, plan, true))
		require.Equal(t, told(t, plan, false), told(t, again, false))
		require.True(t, diff.Plans(plan, again).Empty())
	})
}

// hugeExponent matches quantities that package resource parses too slowly. They are not the subject of this test.
var hugeExponent = regexp.MustCompile(`[eE][-+]?[0-9]{3}`)

// reaches reports whether a template affects those of the shop: it has the name of one or of its binding, or depends on one.
func reaches(p *propagation.Plan, object *unstructured.Unstructured) bool {
	ref := override.RefOf(object)
	name := api.BindingName(ref.Kind, ref.Name)
	if ref.Namespace == "shop" && (name == "web-deployment" || name == "settings-configmap") {
		return true
	}
	return slices.ContainsFunc(p.Bindings, func(b api.Binding) bool {
		return b.GetName() == "settings-configmap" && slices.ContainsFunc(b.BindingSpec().RequiredBy, func(s api.BindingSnapshot) bool { return s.Name == name })
	})
}

// made replaces strings with the Go values that they stand for.
func made(v any, parent any) any {
	switch v := v.(type) {
	case map[string]any:
		for key := range v {
			v[key] = made(v[key], v)
		}
	case []any:
		for i := range v {
			v[i] = made(v[i], v)
		}
	case string:
		switch v {
		case "!int":
			return 3
		case "!strings":
			return map[string]string{"app": "web"}
		case "!nil":
			return map[string]any(nil)
		case "!cycle":
			return parent
		case "!nan":
			return math.NaN()
		case "!shared":
			shared := any("leaf")
			for range 64 {
				shared = []any{shared, shared}
			}
			return shared
		}
	}
	return v
}
