package impact_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/selector"
)

// TestOldValuesOfGroup replaces two different values by the same new one: the group must not state one of them for all pairs.
func TestOldValuesOfGroup(t *testing.T) {
	t.Parallel()
	in := selector.ClusterSelector{Names: []string{"berlin"}}
	before := overridetest.Policy{Name: "p", Rules: []overridetest.Rule{{Clusters: in, Steps: overridetest.Do("set /tag 1.26", "set /same 2")}, {Steps: overridetest.Do("set /same 2")}}}.Compile(t)
	after := overridetest.Policy{Name: "p", Steps: overridetest.Do("set /tag 1.27", "set /same 3")}.Compile(t)
	object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Test", "metadata": map[string]any{"name": "x"}, "tag": 1.25}}
	i := impact.Change{
		Before:  impact.State{Policies: override.NewSet(before), Clusters: five[:3]},
		After:   impact.State{Policies: override.NewSet(after), Clusters: five[:3]},
		Objects: impact.Same(object),
	}.Impact(impact.Limits{})
	require.Equal(t, `3 of 3 pairs differ: 3 changed

changed, 3 pairs
  /same: 2 -> 3
  /tag: 1.26 -> 1.27 (other pairs have other old values)
  before: ClusterPolicy p
  after: ClusterPolicy p
  Test x in berlin, paris, tokyo
`, i.String())
	text, err := json.Marshal(i.Groups[0].Patch[1])
	require.NoError(t, err)
	require.Contains(t, string(text), `"oldVaries":true`)
}
