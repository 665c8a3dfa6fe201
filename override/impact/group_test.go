package impact_test

import (
	"encoding/json"
	"fmt"
	"strings"
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
	before := overridetest.Policy{Name: "p", Rules: []overridetest.Rule{{Clusters: in,
		Steps: overridetest.Do("set /tag 1.26", "set /same 2")}, {Steps: overridetest.Do("set /same 2")}}}.Compile(t)
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

// TestStringIsBounded has 200 objects in 30 clusters. The string shows 100 of them, each with 20 clusters.
func TestStringIsBounded(t *testing.T) {
	t.Parallel()
	var clusters []selector.Cluster
	for i := range 30 {
		clusters = append(clusters, selector.Cluster{Name: fmt.Sprintf("m%02d", i)})
	}
	var objects []*unstructured.Unstructured
	for i := range 200 {
		objects = append(objects, &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Test", "metadata": map[string]any{"name": fmt.Sprintf("o%03d", i)}}})
	}
	set := override.NewSet(overridetest.Policy{Name: "p", Steps: overridetest.Do("set /a 1")}.Compile(t))
	i := impact.Change{Before: impact.State{Clusters: clusters}, After: impact.State{Policies: set, Clusters: clusters},
		Objects: impact.Same(objects...)}.Impact(impact.Limits{Members: 150})
	text := i.String()
	require.Equal(t, 100, strings.Count(text, "m18, m19 and 10 others"))
	require.Contains(t, text, "\n  and 100 other objects\n", "50 that are cut and 50 that are not listed")
	require.NotContains(t, text, "m20")
	require.Contains(t, i.Rollout().String(), "m18, m19 and 10 others")
	require.Contains(t, (&impact.Difference{Clusters: i.Groups[0].Members[0].Clusters}).String(), "m19 and 10 others")
}

// TestJSON has the names of all fields in lower case.
func TestJSON(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(impact.Impact{Groups: []impact.Group{{Members: make([]impact.Member, 1)}}, Clusters: make([]impact.Cluster, 1)})
	require.NoError(t, err)
	require.NotRegexp(t, `"[A-Z]\w*":`, string(text))
	require.Contains(t, string(text), `"counts":{"objects":0,"pairs":0,`)
}
