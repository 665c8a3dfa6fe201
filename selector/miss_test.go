package selector_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/selector"
)

// miss returns a selector.Miss.
func miss(fact, found, wanted string) selector.Miss {
	return selector.Miss{Fact: fact, Found: found, Wanted: wanted}
}

// TestObjectsMisses checks the misses of the nearest selector. The list is empty exactly when the object matches.
func TestObjectsMisses(t *testing.T) {
	t.Parallel()
	type (
		selectors = []selector.ObjectSelector
		misses    = []selector.Miss
	)
	both := &metav1.LabelSelector{MatchLabels: map[string]string{"app": "api", "tier": "front"}}
	for _, c := range []struct {
		name, reason string
		selectors    selectors
		want         misses
	}{
		{"no selectors", "every object matches", nil, nil},
		{"a match", "there are no misses", selectors{deployments("prod", "web", nil)}, nil},
		{"a match among others", "one is enough", selectors{{APIVersion: "v1", Kind: "Service"}, deployments("", "", nil)}, nil},
		{"apiVersion", "versions are not converted", selectors{{APIVersion: "apps/v1beta2", Kind: "Deployment"}}, misses{miss("apiVersion", "apps/v1", "apps/v1beta2")}},
		{"kind", "a wrong kind is reported alone", selectors{{APIVersion: "v1", Kind: "Service", Name: "nginx"}}, misses{miss("kind", "Deployment", "Service")}},
		{"namespace", "a namespace narrows", selectors{deployments("default", "", nil)}, misses{miss("namespace", "prod", "default")}},
		{"name", "labels are ignored if there is a name", selectors{deployments("", "nginx", both)}, misses{miss("name", "web", "nginx")}},
		{"a label of another value", "the miss has the value", selectors{deployments("", "", matchLabels("env", "prod"))}, misses{miss("label env", "dev", "in (prod)")}},
		{"an absent label", "the label has no value", selectors{deployments("", "", matchExpression("tier", "Exists"))}, misses{miss("label tier", "absent", "any value")}},
		{"In", "the values keep the author's order", selectors{deployments("", "", matchExpression("env", "In", "test", "prod"))}, misses{miss("label env", "dev", "in (test, prod)")}},
		{"NotIn", "none of the values is allowed", selectors{deployments("", "", matchExpression("env", "NotIn", "test", "dev"))}, misses{miss("label env", "dev", "none of (test, dev)")}},
		{"DoesNotExist", "no value is allowed", selectors{deployments("", "", matchExpression("env", "DoesNotExist"))}, misses{miss("label env", "dev", "absent")}},
		{"two labels", "each is a miss", selectors{deployments("", "", both)}, misses{miss("label app", "web", "in (api)"), miss("label tier", "absent", "in (front)")}},
		{"several misses", "they have the order of a manifest", selectors{{APIVersion: "v1", Kind: "Deployment", Namespace: "default", Name: "nginx"}},
			misses{miss("apiVersion", "apps/v1", "v1"), miss("namespace", "prod", "default"), miss("name", "web", "nginx")}},
		{"invalid labels", "the selector is wrong, not the object", selectors{deployments("default", "", matchExpression("app", "Like", "w*"))}, misses{miss("namespace", "prod", "default"), miss("selector", "invalid", "a valid one")}},
		{"the nearest", "the selector with the least misses counts, at any position",
			selectors{{APIVersion: "v1", Kind: "Service"}, deployments("", "nginx", nil), deployments("default", "", nil),
				deployments("", "", both)}, misses{miss("namespace", "prod", "default")}},
		{"the first of two", "the first of equally near selectors counts", selectors{deployments("", "nginx", nil), deployments("", "api", nil)}, misses{miss("name", "web", "nginx")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			objects, _ := selector.NewObjects(c.selectors...)
			require.Equal(t, c.want, objects.Misses(web), c.reason)
			matches := objects.Match(web) != selector.RankNone
			require.Equal(t, matches, len(c.want) == 0)
			require.Equal(t, matches, objects.Why(web) == "")
			require.Equal(t, matches, objects.Distance(web) == 0)
			require.LessOrEqual(t, objects.Distance(web), selector.Far)
		})
	}
	t.Run("a zero object", func(t *testing.T) {
		t.Parallel()
		objects, err := selector.NewObjects(selector.ObjectSelector{Namespace: "default", Name: "web", APIVersion: "v1"})
		require.NoError(t, err)
		require.Equal(t, misses{miss("apiVersion", "absent", "v1"), miss("namespace", "absent", "default"), miss("name", "absent", "web")}, objects.Misses(selector.Object{}))
	})
	t.Run("LabelEquals", func(t *testing.T) {
		t.Parallel()
		objects := selector.LabelEquals("policy", "p")
		require.Equal(t, misses{miss("label policy", "absent", "in (p)")}, objects.Misses(web), "the kind does not matter")
		require.Empty(t, objects.Misses(selector.Object{Kind: "Any", Labels: map[string]any{"policy": "p"}}))
	})
}

// TestObjectsDistance lists selectors by their distance from the object.
func TestObjectsDistance(t *testing.T) {
	t.Parallel()
	last := -1
	for _, c := range []struct {
		name      string
		selectors []selector.ObjectSelector
		named     int // the named distance; 0: none
	}{
		{"a match", []selector.ObjectSelector{deployments("", "", nil), {Kind: "Service"}}, 0},
		{"apiVersion", []selector.ObjectSelector{{APIVersion: "v1", Kind: "Deployment"}}, 0},
		{"namespace", []selector.ObjectSelector{deployments("default", "", nil)}, selector.Elsewhere},
		{"apiVersion and namespace", []selector.ObjectSelector{{APIVersion: "v1", Kind: "Deployment", Namespace: "default"}}, 0},
		{"labels", []selector.ObjectSelector{deployments("", "", matchLabels("app", "api"))}, 0},
		{"namespace and labels", []selector.ObjectSelector{deployments("default", "", matchLabels("app", "api"))}, 0},
		{"name", []selector.ObjectSelector{deployments("", "nginx", nil)}, 0},
		{"namespace and name", []selector.ObjectSelector{deployments("default", "nginx", nil)}, 0},
		{"kind", []selector.ObjectSelector{{APIVersion: "apps/v1", Kind: "StatefulSet", Namespace: "prod", Name: "web"}}, selector.Far},
	} {
		objects, err := selector.NewObjects(c.selectors...)
		require.NoError(t, err)
		distance := objects.Distance(web)
		require.Greater(t, distance, last, c.name)
		if c.named != 0 {
			require.Equal(t, c.named, distance, c.name)
		}
		last = distance
	}
}

// TestClustersMisses checks the conditions that a cluster does not meet. The list is empty exactly when the cluster
// matches.
func TestClustersMisses(t *testing.T) {
	t.Parallel()
	type misses = []selector.Miss
	invalid := misses{miss("selector", "invalid", "a valid one")}
	strict := func(s selector.ClusterSelector) selector.ClusterSelector { s.Strict = true; return s }
	for _, c := range []struct {
		name, reason string
		selector     selector.ClusterSelector
		want         misses
	}{
		{"zero", "every cluster matches", selector.ClusterSelector{}, nil},
		{"a match", "there are no misses", where("zone", "In", "b"), nil},
		{"names", "the cluster is not listed", selector.ClusterSelector{Names: []string{"member3", "member2"}}, misses{miss("name", "member1", "in (member3, member2)")}},
		{"excluded", "the cluster is listed", selector.ClusterSelector{Exclude: []string{"member1"}}, misses{miss("name", "member1", "none of (member1)")}},
		{"label", "the miss has the value", selector.ClusterSelector{LabelSelector: matchLabels("env", "prod")}, misses{miss("label env", "dev", "in (prod)")}},
		{"absent label", "the label has no value", selector.ClusterSelector{LabelSelector: matchExpression("tier", "Exists")}, misses{miss("label tier", "absent", "any value")}},
		{"provider", "the miss names the field", where("provider", "In", "gcp"), misses{miss("provider", "aws", "in (gcp)")}},
		{"region", "the miss names the field", where("region", "NotIn", "us-east-1"), misses{miss("region", "us-east-1", "none of (us-east-1)")}},
		{"Gt", "the miss has the bound", where("region", "Gt", "9"), misses{miss("region", "us-east-1", "above 9")}},
		{"Lt", "the miss has the bound", where("region", "Lt", "9"), misses{miss("region", "us-east-1", "below 9")}},
		{"DoesNotExist", "no value is allowed", where("provider", "DoesNotExist"), misses{miss("provider", "aws", "absent")}},
		{"zone", "the miss has all zones", where("zone", "In", "c"), misses{miss("zone", "(a, b)", "in (c)")}},
		{"zone NotIn", "none of the values is allowed", where("zone", "NotIn", "b", "c"), misses{miss("zone", "(a, b)", "none of (b, c)")}},
		{"zone Gt", "zones are not compared", where("zone", "Gt", "1"), misses{miss("zone", "(a, b)", "above 1")}},
		{"zone without operator", "an empty operator is not In", where("zone", ""), misses{miss("zone", "(a, b)", `a known operator instead of ""`)}},
		{"unknown field", "no cluster has it", where("country", "In", "cn"), misses{miss("field country", "absent", "in (cn)")}},
		{"the first of several", "the order is that of Why", selector.ClusterSelector{LabelSelector: matchLabels("env", "prod"), Names: []string{"member2"}}, misses{miss("name", "member1", "in (member2)")}},
		{"terms", "each has its first miss", anyOf(onLabels("env In prod", "tier Exists"), onFields("metadata.name In member2"), selector.ClusterTerm{}),
			misses{miss("label env", "dev", "in (prod)"), miss("field metadata.name", "member1", "in (member2)"), miss("selector", "a term without conditions", "at least one")}},
		{"an invalid label selector", "nothing matches", selector.ClusterSelector{LabelSelector: matchExpression("app", "Like", "w*"), Names: []string{"member2"}}, invalid},
		{"an invalid part of a strict selector", "the cluster reaches it", strict(selector.ClusterSelector{LabelSelector: matchExpression("app", "Like", "w*")}), invalid},
		{"a miss before an invalid part", "the cluster does not reach it", strict(selector.ClusterSelector{LabelSelector: matchExpression("app", "Like", "w*"), Names: []string{"member2"}}), misses{miss("name", "member1", "in (member2)")}},
		{"an invalid term of a strict selector", "the cluster reaches it", strict(anyOf(onLabels("env In prod"), onFields("metadata.name Near member1"))), invalid},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			clusters, _ := selector.NewClusters(c.selector)
			require.Equal(t, c.want, clusters.Misses(&member1), c.reason)
			require.Equal(t, clusters.Match(&member1), len(c.want) == 0)
			require.Equal(t, clusters.Match(&member1), clusters.Why(&member1) == "")
		})
	}
	t.Run("a nil cluster", func(t *testing.T) {
		t.Parallel()
		for _, key := range []string{"provider", "region", "zone"} {
			clusters, err := selector.NewClusters(where(key, "Exists"))
			require.NoError(t, err)
			require.Equal(t, misses{miss(key, "absent", "any value")}, clusters.Misses(nil))
		}
	})
}

// TestDistanceOfNames checks that an object that names no policy is further from all of them than one that names another, or than one that
// misses a selector by its name. A wrong kind is even further.
func TestDistanceOfNames(t *testing.T) {
	t.Parallel()
	named := selector.LabelEquals("policy", "a")
	none := named.Distance(selector.Object{Kind: "Deployment"})
	require.Less(t, none, selector.Far)
	deployment, err := selector.NewObjects(deployments("default", "nginx", matchLabels("app", "api")))
	require.NoError(t, err)
	require.Greater(t, none, deployment.Distance(web))
	require.Greater(t, selector.Far, none|selector.Elsewhere)
	other := named.Distance(selector.Object{Kind: "Deployment", Labels: map[string]any{"policy": "b"}})
	require.Positive(t, other, "it names another one")
	require.Less(t, other, none)
	require.Zero(t, named.Distance(selector.Object{Kind: "Deployment", Labels: map[string]any{"policy": "a"}}))
}
