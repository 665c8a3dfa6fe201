package policy_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy"
)

// TestDecodeQuantities has a quantity that takes hours to compute in every field with quantities. Each is an error with its field.
func TestDecodeQuantities(t *testing.T) {
	t.Parallel()
	cluster := func(rest string) string {
		return `{"apiVersion":"cluster.karmada.io/v1alpha1","kind":"Cluster","metadata":{"name":"m"},` + rest + `}`
	}
	binding := func(kind, spec string) string {
		return `{"apiVersion":"work.karmada.io/v1alpha2","kind":"` + kind + `","metadata":{"name":"b","namespace":"d"},"spec":{"resource":{"apiVersion":"v1","kind":"Pod","name":"p"},` + spec + `}}`
	}
	for _, c := range []struct{ name, reason, document, field string }{
		{"allocatable", "it is read from the status", cluster(`"status":{"resourceSummary":{"allocatable":{"pods":QUANTITY}}}`), "status.resourceSummary.allocatable[pods]: "},
		{"allocated", "it is read from the status", cluster(`"status":{"resourceSummary":{"allocated":{"pods":QUANTITY}}}`), "status.resourceSummary.allocated[pods]: "},
		{"allocating", "it is read from the status", cluster(`"status":{"resourceSummary":{"allocating":{"example.com/gpu":QUANTITY}}}`), "status.resourceSummary.allocating[example.com/gpu]: "},
		{"minimum", "it is of a range", cluster(`"spec":{"resourceModels":[{"grade":0,"ranges":[{"name":"cpu","min":QUANTITY,"max":"1"}]}]}`), "spec.resourceModels[0].ranges[0].min: "},
		{"maximum", "it is of a range", cluster(`"spec":{"resourceModels":[{"grade":0,"ranges":[{"name":"cpu","min":"1","max":QUANTITY}]}]}`), "spec.resourceModels[0].ranges[0].max: "},
		{"request", "it is of a replica", binding("ResourceBinding", `"replicaRequirements":{"resourceRequest":{"cpu":QUANTITY}}`), "spec.replicaRequirements.resourceRequest[cpu]: "},
		{"request of a ClusterResourceBinding", "it is of a replica", binding("ClusterResourceBinding", `"replicaRequirements":{"resourceRequest":{"cpu":QUANTITY}}`), "spec.replicaRequirements.resourceRequest[cpu]: "},
		{"request of a component", "it is of a replica", binding("ResourceBinding", `"components":[{"name":"a","replicas":1,"replicaRequirements":{"resourceRequest":{"cpu":QUANTITY}}}]`), "spec.components[0].replicaRequirements.resourceRequest[cpu]: "},
		{"divisor", "it is of an environment variable", `{"apiVersion":"core.kubeadmiral.io/v1alpha1","kind":"OverridePolicy","metadata":{"name":"p","namespace":"d"},"spec":{"overrideRules":[{"overriders":{"envs":[` +
			`{"containerName":"web","operator":"addIfAbsent","value":[{"name":"A","valueFrom":{"resourceFieldRef":{"resource":"limits.cpu","divisor":QUANTITY}}}]}]}}]}}`, "valueFrom.resourceFieldRef.divisor: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, q := range []string{`"1e-2000000000"`, `"1e2000000000"`, `"0e2000000000"`, `"12345678901234567890e2000000000"`,
				`"1E+0000000002000000000"`, `1E-2000000000`, `"` + strings.Repeat("1", 1001) + `"`, `"many"`} {
				err := faults(policy.Decode(strings.NewReader(strings.ReplaceAll(c.document, "QUANTITY", q))))
				if q == `1E-2000000000` && c.name == "divisor" {
					require.NoError(t, err, "the value is decoded as JSON first, and the number is 0")
					continue
				}
				require.ErrorContains(t, err, c.field, "%s: %s", q, c.reason)
				require.Less(t, len(err.Error()), 500, "a long quantity is cut")
			}
			require.NoError(t, faults(policy.Decode(strings.NewReader(strings.ReplaceAll(c.document, "QUANTITY", `"1.5"`)))), c.reason)
		})
	}
}

// faults returns the error of decoding, or else the first fault of the first policy.
func faults(bundle *policy.Bundle, err error) error {
	if err != nil || len(bundle.Policies) == 0 {
		return err
	}
	for _, fault := range bundle.Policies[0].Faults() {
		return fault
	}
	return nil
}
