package quantity_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/interpreter/webhook"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/quantity"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/selector"
)

// FuzzReaders passes a string, as a JSON string and as raw JSON, to all code that reads quantities. Within the limits the result must be
// that of apimachinery, beyond them an error; and every result must pass Check.
func FuzzReaders(f *testing.F) {
	for _, seed := range []string{
		"0", "250m", "1.5Gi", "-1e3", "7E", "1e999", "1e-999", "123456789012345678901.5", "12345678901234567890Ki", " 1 ", "many", "", "true", "null", `"`, "\\u0031", "\xff",
		"1e-2000000000", "1e2000000000", "0e2000000000", "1E+0000000002000000000", "12345678901234567890e2000000000", "1e4294967297", "1e99999999999999999999", "1e5e2000000000",
		strings.Repeat("9", 996) + "e999", strings.Repeat("1", 1001), "0." + strings.Repeat("0", 990) + "e-999", "1e" + strings.Repeat("0", 2000) + "1",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := quantity.Parse(s)
		if within(s) {
			want, wantErr := resource.ParseQuantity(s)
			require.Equal(t, wantErr == nil, err == nil, "%q: %v, apimachinery: %v", s, err, wantErr)
			require.Equal(t, want, got, "%q", s)
		} else {
			require.Error(t, err, "%q", s)
		}
		quoted, err := json.Marshal(s)
		require.NoError(t, err)
		readEverywhere(t, quoted)
		if json.Valid([]byte(s)) {
			readEverywhere(t, []byte(strings.TrimSpace(s)))
		}
		readInNative(t, s)
	})
}

var longExponent = regexp.MustCompile(`[eE][+-]?[0-9]{4}`)

// within reports whether a string is within the limits.
func within(s string) bool { return len(s) <= quantity.MaxBytes && !longExponent.MatchString(s) }

// readEverywhere decodes a JSON value in every type that has quantities.
func readEverywhere(t *testing.T, text []byte) {
	var want resource.Quantity
	good := within(strings.TrimSpace(strings.Trim(string(text), `"`)))
	good = good && want.UnmarshalJSON(text) == nil
	cluster := decode(cluster, text)
	require.False(t, cluster != nil && !good, "%s", text)
	binding := decode(binding, text)
	require.False(t, binding != nil && !good, "%s", text)
	var v any
	require.Equal(t, good && json.Unmarshal(text, &v) == nil, cluster != nil && binding != nil, "%s", text) // a number that is not a float64 is not decoded
	if cluster != nil && binding != nil {
		summary, spec := cluster.ClusterObjects[0].Status.ResourceSummary, binding.Bindings[0].BindingSpec()
		read := []resource.Quantity{summary.Allocatable["cpu"], summary.Allocating["cpu"], summary.Allocated["cpu"],
			spec.ReplicaRequirements.ResourceRequest["cpu"], spec.Components[0].Requirements.ResourceRequest["cpu"]}
		for _, model := range cluster.ClusterObjects[0].Spec.ResourceModels {
			read = append(read, model.Ranges[0].Min.Quantity, model.Ranges[0].Max.Quantity)
		}
		for _, q := range read {
			requireRead(t, want, q, text)
			require.NoError(t, quantity.Check(q), "%s", text)
		}
		estimate(cluster.ClusterObjects[0], spec.ReplicaRequirements)
		for _, v := range []any{cluster.ClusterObjects[0], binding.Bindings[0]} {
			_, err := json.Marshal(v)
			require.NoError(t, err)
		}
	}
	response, err := webhook.Decode[webhook.Response]([]byte(strings.ReplaceAll(answer, "QUANTITY", string(text))))
	require.Equal(t, good, err == nil, "%s: %v", text, err)
	if good {
		requireRead(t, want, response.ReplicaRequirements.ResourceRequest["cpu"], text)
		requireRead(t, want, response.Components[0].Requirements.ResourceRequest["cpu"], text)
	}
	readInEnv(t, text)
}

// requireRead compares a quantity with that of apimachinery. In a list, an integer without a suffix keeps its digits, see [quantity.List.Reread].
func requireRead(t *testing.T, want, q resource.Quantity, text []byte) {
	t.Helper()
	written := q // String caches its result
	if digits := strings.TrimSpace(strings.Trim(string(text), `"`)); strings.Trim(digits, "0123456789") == "" && written.String() == digits {
		require.Zero(t, want.Cmp(q), "%s", text)
		return
	}
	require.Equal(t, want, q, "%s", text)
}

const (
	cluster = `{"apiVersion":"cluster.karmada.io/v1alpha1","kind":"Cluster","metadata":{"name":"m"},
		"spec":{"resourceModels":[{"grade":0,"ranges":[{"name":"cpu","min":QUANTITY,"max":QUANTITY}]}]},
		"status":{"resourceSummary":{"allocatable":{"cpu":QUANTITY,"pods":9},"allocating":{"cpu":QUANTITY},"allocated":{"cpu":QUANTITY}}}}`
	requirements = `"replicaRequirements":{"resourceRequest":{"cpu":QUANTITY}}`
	binding      = `{"apiVersion":"work.karmada.io/v1alpha2","kind":"ResourceBinding","metadata":{"name":"b","namespace":"d"},
		"spec":{"resource":{"apiVersion":"v1","kind":"Pod","name":"p"},` + requirements + `,"components":[{"name":"c","replicas":1,` + requirements + `}]}}`
	answer   = `{"uid":"1","successful":true,` + requirements + `,"components":[{"name":"c","replicas":1,` + requirements + `}]}`
	variable = `{"name":"A","valueFrom":{"resourceFieldRef":{"resource":"limits.cpu","divisor":QUANTITY}}}`
	policies = `{"apiVersion":"core.kubeadmiral.io/v1alpha1","kind":"OverridePolicy","metadata":{"name":"p","namespace":"d"},
		"spec":{"overrideRules":[{"overriders":{"envs":[{"containerName":"web","operator":"addIfAbsent","value":[%s]}]}}]}}`
	pod = `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","namespace":"d","labels":{"kubeadmiral.io/override-policy-name":"p"}},"spec":{"containers":[{"name":"web","env":[` + variable + `]}]}}`
)

// decode decodes a document, or returns nil if that fails.
func decode(document string, text []byte) *policy.Bundle {
	bundle, err := policy.Decode(strings.NewReader(strings.ReplaceAll(document, "QUANTITY", string(text))))
	if err != nil {
		return nil
	}
	return bundle
}

// estimate computes with the quantities, with and without resource models.
func estimate(c *api.Cluster, requirements *interpreter.ReplicaRequirements) {
	schedule.Estimate(c, requirements)
	c = c.DeepCopy()
	c.Status.ResourceSummary.AllocatableModelings = []api.AllocatableModeling{{Count: 3}}
	schedule.Estimate(c, requirements)
}

// readInEnv uses the value as the divisor of a variable, in a policy and in an object.
func readInEnv(t *testing.T, text []byte) {
	if bundle := decode(fmt.Sprintf(policies, variable), text); bundle != nil {
		require.Len(t, bundle.Policies, 1)
	}
	bundle := decode(pod+fmt.Sprintf(policies, `{"name":"B","value":""}`), text)
	if bundle == nil {
		return
	}
	result, err := override.NewSet(bundle.Policies...).Select(bundle.Objects[0]).Apply(selector.Cluster{Name: "m"})
	require.NoError(t, err)
	require.NotEmpty(t, result.Divergences(), "upstream writes an empty value differently, so all variables were compared")
}

// readInNative uses the string as a resource request of a container.
func readInNative(t *testing.T, s string) {
	spec := map[string]any{"containers": []any{map[string]any{"name": "web", "resources": map[string]any{"requests": map[string]any{"cpu": s}}}}}
	got, err := native.PodRequirements(map[string]any{"spec": spec})
	if err != nil || got == nil {
		return
	}
	want, err := quantity.Of(s)
	require.NoError(t, err, "%q", s)
	cpu := got.ResourceRequest["cpu"]
	require.Equal(t, max(want.MilliValue(), 0), cpu.MilliValue(), "%q", s)
}
