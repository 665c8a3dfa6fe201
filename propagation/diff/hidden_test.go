package diff_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/diff"
	"github.com/overridekit/overridekit/selector"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// vault returns the plan of one object and a policy that writes a value into it.
func vault(t *testing.T, kind, given, written string, hide redact.Places) *propagation.Plan {
	t.Helper()
	in := plantest.Shop(t)
	in.Templates = append(in.Templates[:0], casetest.Object(t, `{apiVersion: v1, kind: `+kind+`, metadata: {name: s, namespace: shop, uid: s,
  annotations: {kubectl.kubernetes.io/last-applied-configuration: "`+given+`"}}, data: {a: `+given+`, same: hunter9}}`))
	in.Policies = []api.PropagationSource{casetest.Decode[api.PropagationPolicy](t, `
metadata: {name: s, namespace: shop}
spec: {resourceSelectors: [{apiVersion: v1, kind: `+kind+`}], placement: {clusterAffinity: {clusterNames: [member1]}}}
`)}
	p := &api.OverridePolicy{}
	require.NoError(t, yaml.UnmarshalStrict([]byte(`
metadata: {name: o, namespace: shop}
spec: {overrideRules: [{overriders: {plaintext: [{path: /data/b, operator: add, value: `+written+`}]}}]}
`), p))
	in.Overrides = []api.OverrideSource{p}
	in.Options.Hide = hide
	return plantest.PlanOf(t, in)
}

// TestDiffHides compares two plans of a Secret: its template, a value from a policy, and the annotation with that on the Work.
func TestDiffHides(t *testing.T) {
	t.Parallel()
	own := redact.Places(func(o selector.Object) []jsontree.Pointer {
		if o.Kind == "ConfigMap" {
			return []jsontree.Pointer{{"data"}}
		}
		return nil
	})
	for _, c := range []struct {
		name, reason, kind string
		hide               redact.Places
		hidden             bool
	}{
		{"Secret", "its values are hidden", "Secret", nil, true},
		{"ConfigMap", "its data is not secret", "ConfigMap", nil, false},
		{"another kind", "the caller hides another kind", "ConfigMap", own, true},
		{"nothing", "the caller hides nothing", "Secret", redact.Nothing, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := diff.Plans(vault(t, c.kind, "hunter1", "hunter2", c.hide), vault(t, c.kind, "hunter3", "hunter4", c.hide))
			for _, text := range []string{d.String(), d.Markdown()} {
				require.Contains(t, text, "/data/a", c.reason)
				require.Contains(t, text, "applied-overrides", c.reason)
				if c.hidden {
					require.NotContains(t, text, "hunter", c.reason)
					require.Contains(t, text, "*** (before)", c.reason)
					require.Contains(t, text, "*** (after)", c.reason)
				} else {
					require.Contains(t, text, "hunter1", c.reason)
				}
			}
			for _, value := range []string{"hunter1", "hunter2", "hunter3", "hunter4"} {
				require.Contains(t, d.Reveal().String(), value)
			}
			text, err := json.Marshal(d)
			require.NoError(t, err)
			require.Contains(t, string(text), "hunter1", "programs get the values")
		})
	}
}

// TestDiffHidesKind has an object that is a Secret in only one plan.
func TestDiffHidesKind(t *testing.T) {
	t.Parallel()
	before, after := vault(t, "Secret", "hunter1", "hunter2", nil), vault(t, "Secret", "hunter3", "hunter4", nil)
	after.Works[0].Spec.Workload.Manifests[0]["kind"] = "ConfigMap"
	require.NotContains(t, diff.Plans(before, after).String(), "hunter")
	require.NotContains(t, diff.Plans(after, before).String(), "hunter")
	after.Works[0].Spec.Workload.Manifests = nil
	require.NotContains(t, diff.Plans(before, after).String(), "hunter", "the whole manifest is gone")
	require.NotContains(t, diff.Plans(after, before).Markdown(), "hunter", "the whole manifest is new")
}

// TestPlanHides has policies that cannot be applied to a Secret.
func TestPlanHides(t *testing.T) {
	t.Parallel()
	in := plantest.Shop(t)
	in.Templates = append(in.Templates[:0], casetest.Object(t, `{apiVersion: v1, kind: Secret, metadata: {name: s, namespace: shop, uid: s}, data: {a: hunter1}}`))
	in.Policies = []api.PropagationSource{casetest.Decode[api.PropagationPolicy](t, `
metadata: {name: s, namespace: shop}
spec: {resourceSelectors: [{apiVersion: v1, kind: Secret}], placement: {clusterAffinity: {clusterNames: [member1]}}}
`)}
	p := &api.OverridePolicy{}
	require.NoError(t, yaml.UnmarshalStrict([]byte(`
metadata: {name: o, namespace: shop}
spec: {overrideRules: [{overriders: {plaintext: [{path: /data/a/b, operator: add, value: hunter2}]}}]}
`), p))
	in.Overrides = []api.OverrideSource{p}
	row := plantest.PlanOf(t, in).Rows[0]
	require.ErrorContains(t, row.Err, "/data/a is ***, expected an object or a list")
	require.NotContains(t, row.Err.Error(), "hunter")
	in.Options.Hide = redact.Nothing
	require.ErrorContains(t, plantest.PlanOf(t, in).Rows[0].Err, "hunter1")
}
