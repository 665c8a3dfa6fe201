package kubeadmiral_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// recorded is a case and KubeAdmiral's result: one of Want, Error and Panic. WantPipeline is beside an Error: the
// result for an object without labels and annotations, which KubeAdmiral adds before it applies policies.
type recorded struct {
	Name                  string
	Object                json.RawMessage
	Cluster               api.FederatedCluster
	ClusterOverridePolicy *api.ClusterOverridePolicy
	OverridePolicy        *api.OverridePolicy

	Want, WantPipeline json.RawMessage
	Error, Panic       string
}

// TestRecorded replays recordings of KubeAdmiral 19de01c. The outcome is the same, or the result or error
// reports the difference, see judge.
func TestRecorded(t *testing.T) {
	t.Parallel()
	cases := dialecttest.Recorded[recorded](t, "testdata/public.jsonl.gz")
	require.Len(t, cases, 300, "every recording is read")
	verdicts := map[string]int{}
	for _, c := range cases {
		v := judge(t, c, replay(t, c))
		verdicts[v.code]++
		for _, difference := range v.unexplained {
			t.Errorf("%s: %s", c.Name, difference)
		}
	}
	require.Equal(t, map[string]int{
		"same": 180, "error": 81, // one of the same is an object of the whole pipeline
		kubeadmiral.CodeCrash: 3, kubeadmiral.CodeBrokenImage: 2, kubeadmiral.CodeConversion: 1, kubeadmiral.CodeNoOperator: 6, kubeadmiral.CodeRewrittenEnv: 23, kubeadmiral.CodeReplacedMap: 1, kubeadmiral.CodeTruncatedPath: 3,
	}, verdicts, "the number of each verdict")
}

// outcome is the engine's result of a case: an object, or an error.
type outcome struct {
	object      any
	divergences []override.Divergence
	err         *override.Error
}

// replay applies the policies of a case, whatever the labels of its object.
func replay(t testing.TB, c recorded) outcome {
	t.Helper()
	var policies []*override.Policy
	for _, s := range c.sources() {
		policies = append(policies, anywhere(t, s))
	}
	object, _ := dialecttest.Decode(t, c.Object).(map[string]any)
	result, err := dialecttest.Told(t, c.Name, &unstructured.Unstructured{Object: object}, c.Cluster.Facts(), policies...)
	require.Equal(t, dialecttest.Decode(t, c.Object), any(object), "%s: the object was written", c.Name)
	if err != nil {
		var o outcome
		require.ErrorAs(t, err, &o.err, c.Name)
		return o
	}
	return outcome{object: objectOf(t, result).Object, divergences: result.Divergences()}
}

// sources are the policies of a case.
func (c *recorded) sources() []api.OverrideSource {
	var all []api.OverrideSource
	if c.ClusterOverridePolicy != nil {
		all = append(all, c.ClusterOverridePolicy)
	}
	if c.OverridePolicy != nil {
		all = append(all, c.OverridePolicy)
	}
	return all
}
