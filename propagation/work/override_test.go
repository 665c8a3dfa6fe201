package work_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

func TestRecord(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spec   string
		want   map[string]string
		reason string
	}{
		"spec.overriders": {"overriders: {}", map[string]string{"spec": `{"policyName":"p","overriders":{}}`}, "a policy without overriders acts, too"},
		"rules": {"overrideRules: [{overriders: {}}, {overriders: {imageOverrider: [{component: Tag, operator: remove}]}}]\noverriders: {plaintext: [{path: /a, operator: remove}]}", map[string]string{
			"spec.overrideRules[0]": `{"policyName":"p","overriders":{}}`,
			"spec.overrideRules[1]": `{"policyName":"p","overriders":{"imageOverrider":[{"component":"Tag","operator":"remove"}]}}`,
		}, "rules take precedence over spec.overriders"},
		"everything": {`
overriders:
  imageOverrider: [{component: Tag, operator: add, value: "<1>", predicate: {path: /a}}]
  commandOverrider: [{containerName: c, operator: add, value: [x]}]
  argsOverrider: [{containerName: c, operator: remove}]
  labelsOverrider: [{operator: add, value: {b: "1", a: "2"}}]
  annotationsOverrider: [{operator: remove, value: {a: "2"}}]
  fieldOverrider: [{fieldPath: /data/x, json: [{subPath: /y, operator: remove}], yaml: [{subPath: /z, operator: add, value: {b: 1, a: 2}}]}]
  plaintext: [{path: /a, operator: remove}, {path: /b, operator: add, value: null}]
`, map[string]string{"spec": `{"policyName":"p","overriders":{` +
			`"plaintext":[{"path":"/a","operator":"remove","value":null},{"path":"/b","operator":"add","value":null}],` +
			`"imageOverrider":[{"predicate":{"path":"/a"},"component":"Tag","operator":"add","value":"\u003c1\u003e"}],` +
			`"commandOverrider":[{"containerName":"c","operator":"add","value":["x"]}],` +
			`"argsOverrider":[{"containerName":"c","operator":"remove"}],` +
			`"labelsOverrider":[{"operator":"add","value":{"a":"2","b":"1"}}],` +
			`"annotationsOverrider":[{"operator":"remove","value":{"a":"2"}}],` +
			`"fieldOverrider":[{"fieldPath":"/data/x","json":[{"subPath":"/y","operator":"remove","value":null}],"yaml":[{"subPath":"/z","operator":"add","value":{"a":2,"b":1}}]}]}}`,
		}, "the bytes are Karmada's"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			policy := &api.ClusterOverridePolicy{Spec: *casetest.Decode[api.OverrideSpec](t, c.spec)}
			policy.Name = "p"
			before := casetest.Frozen(t, policy)
			records, err := work.Record(policy)
			require.NoError(t, err)
			require.Equal(t, before, casetest.Frozen(t, policy))
			got := map[string]string{}
			for origin, record := range records {
				require.Equal(t, "ClusterOverridePolicy", origin.Policy.Kind)
				got[origin.At] = string(record)
			}
			require.Equal(t, c.want, got, c.reason)
		})
	}
}

func TestOverridesErrors(t *testing.T) {
	t.Parallel()
	_, err := work.NewOverrides(&api.ClusterOverridePolicy{})
	require.Error(t, err, "a policy without a name")
	broken := &api.ClusterOverridePolicy{}
	broken.Name, broken.Spec.Overriders.Plaintext = "p", []api.PlaintextOverrider{{Value: api.JSON{Raw: []byte("{")}}}
	_, err = work.NewOverrides(broken)
	require.ErrorContains(t, err, "ClusterOverridePolicy p: spec: json: error calling MarshalJSON")
}

// TestRecordsMissing has a policy without records: only its name is recorded.
func TestRecordsMissing(t *testing.T) {
	t.Parallel()
	w, err := render(t, web, "", func(in *work.Input) {
		in.Overrides = work.Overrides{Set: override.NewSet().With(compiled(t))}
	})
	require.NoError(t, err)
	require.Equal(t, `[{"policyName":"p","overriders":{}}]`, w.Annotations["policy.karmada.io/applied-cluster-overrides"])
}

func compiled(t *testing.T) *override.Policy {
	policy := &api.ClusterOverridePolicy{Spec: *casetest.Decode[api.OverrideSpec](t, "overriders: {labelsOverrider: [{operator: add, value: {a: b}}]}")}
	policy.Name = "p"
	p, err := karmada.Compile(policy)
	require.NoError(t, err)
	return p
}

// TestAnnotations has no records. The recordings of Render have the rest.
func TestAnnotations(t *testing.T) {
	t.Parallel()
	result, err := override.NewSet(compiled(t)).Select(casetest.Object(t, web)).Apply(clusters("m1")["m1"].Facts())
	require.NoError(t, err)
	require.Equal(t, map[string]string{"policy.karmada.io/applied-cluster-overrides": `[{"policyName":"p","overriders":{}}]`}, work.Overrides{}.Annotations(result))
}
