package override_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/selector"
)

// TestExplainStrict shows a cluster selector that fails: its rule has no steps, and the following rules are not reached.
func TestExplainStrict(t *testing.T) {
	t.Parallel()
	spec := overridetest.Policy{Name: "p", Rules: []overridetest.Rule{{Steps: overridetest.Do("set /x 1")},
		{Steps: overridetest.Do("set /x 2")}, {Steps: overridetest.Do("set /x 3")}}}.Spec(t)
	var err error
	spec.Rules[1].Clusters, err = selector.NewClusters(selector.ClusterSelector{Strict: true,
		Terms: []selector.ClusterTerm{{MatchFields: []selector.FieldRequirement{{Key: "metadata.name", Operator: "Near"}}}}})
	require.Error(t, err)
	p, err := override.NewPolicy(spec)
	require.NoError(t, err)
	e := override.NewSet(p).Select(overridetest.Object("{kind: Test}")).Explain(overridetest.Member1)
	require.Equal(t, "rules[1]", e.Err.At)
	require.Equal(t, []selector.Miss{{Fact: "selector", Found: "invalid", Wanted: "a valid one"}}, e.Policies[0].Rules[1].Misses)
	require.Equal(t, strings.TrimPrefix(overridetest.Dedent(`
		Test in cluster member1: no result, because rules[1] of ClusterPolicy p fails

		ClusterPolicy p (cluster-wide, selected by kind): failed
		  rules[0]: applied
		    steps[0]: applied
		      + /x: 1
		  rules[1]: failed: selector is invalid: terms[0].matchFields[0].operator: Unsupported value: "Near": supported values: "In", "NotIn"
		  rules[2]: not reached
	`), "\n"), e.String())
}

// TestExplainNothing shows the explanation of a zero selection.
func TestExplainNothing(t *testing.T) {
	t.Parallel()
	for name, selection := range map[string]override.Selection{"zero": {}, "no object": override.NewSet().Select(nil)} {
		e := selection.Explain(selector.Cluster{})
		require.EqualError(t, e.Err, "an object without a name: /apiVersion is missing, expected the object's apiVersion (see override.Unstructured for typed objects)", name)
	}
	e := (*override.Set)(nil).Select(overridetest.Object("{}")).Explain(selector.Cluster{})
	require.Nil(t, e.Err)
	require.JSONEq(t, `{"object": {"apiVersion": "v1", "kind": "Test", "name": ""}, "cluster": "", "policies": [], "conflicts": []}`, overridetest.AsJSON(t, e))
}

// TestExplainValues shows that an explanation is formatted like a pointer to it, with its error.
func TestExplainValues(t *testing.T) {
	t.Parallel()
	e := override.Explanation{Cluster: "m", Err: &override.Error{At: "rules[0]", Err: errors.New("broken")}}
	pointer := overridetest.AsJSON(t, &e)
	require.Contains(t, pointer, "broken")
	require.JSONEq(t, pointer, overridetest.AsJSON(t, e))
	require.JSONEq(t, `{"m": `+pointer+`}`, overridetest.AsJSON(t, map[string]override.Explanation{"m": e}))
	require.Equal(t, fmt.Sprint(&e), fmt.Sprint(e))
	require.Contains(t, fmt.Sprint(e), "broken")
}

// TestExplainJSON shows an explanation as JSON.
func TestExplainJSON(t *testing.T) {
	t.Parallel()
	policies := []overridetest.Policy{
		{Name: "p", Steps: overridetest.Do("set /x null", "set /x null")},
		{Name: "q", Objects: overridetest.Named("web"), Rules: []overridetest.Rule{{Clusters: selector.ClusterSelector{Names: []string{"member2"}}}, {Steps: overridetest.Do("remove /x", "replace /z 1", "set /z 2")}}},
		{Name: "depot/r", Objects: overridetest.Labelled("web")},
	}
	obj := overridetest.Object("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop}, x: 1}")
	_, err := overridetest.Apply(t, obj, overridetest.Member1, policies...)
	require.Error(t, err)
	e := override.NewSet(overridetest.Compile(t, policies)...).Select(obj).Explain(overridetest.Member1)
	require.JSONEq(t, `
		{
		  "object": {"apiVersion": "apps/v1", "kind": "Deployment", "namespace": "shop", "name": "web"}, "cluster": "member1",
		  "policies": [
		    {
		      "policy": {"kind": "ClusterPolicy", "name": "p"}, "tier": "cluster-wide", "outcome": "applied", "selectedBy": "match-all",
		      "rules": [
		        {
		          "at": "rules[0]", "outcome": "applied",
		          "steps": [
		            {
		              "at": "rules[0].steps[0]", "outcome": "applied",
		              "changes": [
		                {
		                  "origin": {"policy": {"kind": "ClusterPolicy", "name": "p"}, "at": "rules[0].steps[0]"}, "op": "replace", "path": "/x", "old": 1, "new": null
		                }
		              ]
		            },
		            {"at": "rules[0].steps[1]", "outcome": "no effect", "reasons": ["already up to date"]}
		          ]
		        }
		      ]
		    },
		    {
		      "policy": {"kind": "ClusterPolicy", "name": "q"}, "tier": "cluster-wide", "outcome": "failed", "selectedBy": "name",
		      "rules": [
		        {
		          "at": "rules[0]", "outcome": "skipped", "reason": "cluster member1 is not one of (member2)",
		          "misses": [{"fact": "name", "found": "member1", "wanted": "in (member2)"}]
		        },
		        {
		          "at": "rules[1]", "outcome": "failed",
		          "steps": [
		            {
		              "at": "rules[1].steps[0]", "outcome": "applied",
		              "changes": [{"origin": {"policy": {"kind": "ClusterPolicy", "name": "q"}, "at": "rules[1].steps[0]"}, "op": "remove", "path": "/x", "old": null}]
		            },
		            {"at": "rules[1].steps[1]", "outcome": "failed", "reasons": ["replace /z: the document has no key \"z\""]},
		            {"at": "rules[1].steps[2]", "outcome": "not reached"}
		          ]
		        }
		      ]
		    },
		    {
		      "policy": {"kind": "Policy", "namespace": "depot", "name": "r"}, "tier": "namespaced", "outcome": "skipped", "selectedBy": "mismatch",
		      "reason": "the policy applies to namespace depot, the object is in namespace shop; label app is absent, wanted in (web)",
      "misses": [{"fact": "namespace", "found": "shop", "wanted": "depot"}, {"fact": "label app", "found": "absent", "wanted": "in (web)"}]
		    }
		  ],
		  "conflicts": [
		    {
		      "path": "/x", "earlier": {"origin": {"policy": {"kind": "ClusterPolicy", "name": "p"}, "at": "rules[0].steps[0]"}, "value": null},
		      "later": {"origin": {"policy": {"kind": "ClusterPolicy", "name": "q"}, "at": "rules[1].steps[0]"}}, "order": "rank"
		    },
		    {
		      "path": "/x", "earlier": {"origin": {"policy": {"kind": "ClusterPolicy", "name": "p"}, "at": "rules[0].steps[1]"}, "value": null},
		      "later": {"origin": {"policy": {"kind": "ClusterPolicy", "name": "q"}, "at": "rules[1].steps[0]"}}, "order": "rank"
		    }
		  ],
		  "error": "ClusterPolicy q: rules[1].steps[1]: Deployment shop/web in cluster member1: replace /z: the document has no key \"z\""
		}`, overridetest.AsJSON(t, e))
}
