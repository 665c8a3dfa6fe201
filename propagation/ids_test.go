package propagation_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// TestPolicyIDs has templates a and b, and a policy that selects both, with claims that name ids. Want is the id that both have in the plan.
func TestPolicyIDs(t *testing.T) {
	t.Parallel()
	const made = "id-PropagationPolicy-shop-p"
	for _, tc := range []struct {
		name, reason string
		a, b         string // the ids of the claims
		binding      string // the id of the claim of the stored binding of a
		want         string
		wantSet      int // the number of templates whose claim the plan writes
	}{
		{"no-claim", "a new id", "", "", "", made, 2},
		{"one-claim", "the next plan must find the same id", "x", "", "", "x", 1},
		{"two-claims", "the least id, whatever the order", "y", "x", "", "x", 1},
		{"same-claims", "nothing is written", "x", "x", "", "x", 0},
		{"binding", "a claim of a stored binding counts", "", "", "w", "w", 2},
		{"binding-least", "the claim of the binding has the least id", "x", "y", "w", "w", 2},
		{"binding-greater", "the claim of a template has the least id", "x", "x", "y", "x", 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			in := boundsInput()
			if tc.binding != "" {
				storeAll(t, &in)
				in.Bindings, in.Works = in.Bindings[:1], nil
				in.Bindings[0].GetLabels()[api.PropagationPolicyIDLabel] = tc.binding
				in.Templates[0].SetUID("1") // it has its own claim or none
			}
			for i, id := range []string{tc.a, tc.b} {
				if id != "" {
					uid := in.Templates[i].GetUID()
					in.Templates[i] = claimed(in.Templates[i], id)
					in.Templates[i].SetUID(uid)
				}
			}
			plan := plantest.PlanOf(t, in)
			set := 0
			for _, row := range plan.Rows {
				require.NoError(t, row.Err)
				if id := row.ClaimEdit.SetLabels[api.PropagationPolicyIDLabel]; id != "" {
					require.Equal(t, tc.want, id, tc.reason)
					set++
				}
			}
			require.Len(t, plan.Bindings, 2)
			for _, b := range plan.Bindings {
				require.Equal(t, tc.want, b.GetLabels()[api.PropagationPolicyIDLabel], tc.reason)
			}
			require.Equal(t, tc.wantSet, set, tc.reason)
		})
	}
}
