package validation_test

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/karmada/validation"
)

// tainted is a case and the result of Karmada's admission.
type tainted struct {
	Name           string
	Now            time.Time
	AllowNoExecute bool
	Policy         *api.ClusterTaintPolicy
	Taints         []api.Taint
	Want           struct {
		Allowed bool
		Message string
		Errors  []admittedError
		Taints  []api.Taint
	}
}

func recordedTaints(t *testing.T, name string, count int) (cases []tainted) {
	file, err := os.Open("testdata/" + name + ".jsonl.gz")
	require.NoError(t, err)
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	require.NoError(t, err)
	for lines := json.NewDecoder(unzipped); lines.More(); {
		var c tainted
		require.NoError(t, lines.Decode(&c))
		cases = append(cases, c)
	}
	require.Len(t, cases, count, "every recording is read")
	return cases
}

// TestRecordedTaintPolicies compares with recorded refusals of Karmada f8fdd02df.
func TestRecordedTaintPolicies(t *testing.T) {
	t.Parallel()
	for _, c := range recordedTaints(t, "validatetaintpolicy", 8) {
		before := c.Policy.DeepCopy()
		errs := validation.ValidateTaintPolicy(c.Policy, c.AllowNoExecute)
		require.Equal(t, before, c.Policy, "%s: the policy must not change", c.Name)
		require.Equal(t, c.Want.Allowed, len(errs) == 0, c.Name)
		if len(errs) > 0 {
			require.EqualError(t, errs.ToAggregate(), c.Want.Message, c.Name)
		}
	}
}

// TestRecordedTaints compares with recorded errors and defaults of Karmada f8fdd02df.
func TestRecordedTaints(t *testing.T) {
	t.Parallel()
	for _, c := range recordedTaints(t, "admittaints", 8) {
		require.Equal(t, c.Want.Errors, append([]admittedError{}, errorsOf(validation.ValidateTaints(c.Taints))...), c.Name)
		got := validation.DefaultTaints(c.Taints, c.Now)
		require.Len(t, got, len(c.Want.Taints), c.Name)
		for i := range got {
			require.True(t, c.Want.Taints[i].TimeAdded.Equal(got[i].TimeAdded), "%s: %d", c.Name, i)
			got[i].TimeAdded, c.Want.Taints[i].TimeAdded = nil, nil
			require.Equal(t, c.Want.Taints[i], got[i], c.Name)
		}
	}
}

// TestTaintEffects has the effects that the recordings lack.
func TestTaintEffects(t *testing.T) {
	t.Parallel()
	errs := validation.ValidateTaints([]api.Taint{{Key: "a"}, {Key: "a", Effect: "PreferNoSchedule"}, {Key: "a", Effect: "NoSchedule"}})
	require.EqualError(t, errs.ToAggregate(), `[spec.taints[0].effect: Required value, `+
		`spec.taints[1].effect: Unsupported value: "PreferNoSchedule": supported values: "NoSchedule", "NoExecute"]`)
}
