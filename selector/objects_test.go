package selector_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/selector"
)

func TestObjectsMatch(t *testing.T) {
	t.Parallel()
	invalid := matchExpression("app", "Like", "w*")
	type selectors = []selector.ObjectSelector
	cases := []struct {
		name, reason string
		selectors    selectors
		want         selector.Rank
		why          string
	}{
		{
			"no selectors", "an empty policy selects everything",
			nil, selector.RankAll, "",
		}, {
			"apiVersion and kind", "the other conditions are optional",
			selectors{deployments("", "", nil)}, selector.RankAll, "",
		}, {
			"namespace", "a namespace narrows without raising the rank",
			selectors{deployments("prod", "", nil)}, selector.RankAll, "",
		}, {
			"labels", "a label selector is more precise than none",
			selectors{deployments("", "", matchLabels("app", "web"))}, selector.RankLabels, "",
		}, {
			"empty labels", "an empty selector matches everything and still ranks as a label selector",
			selectors{deployments("", "", &metav1.LabelSelector{})}, selector.RankLabels, "",
		}, {
			"name", "a name is the most precise",
			selectors{deployments("", "web", nil)}, selector.RankName, "",
		}, {
			"name hides labels", "the label selector would not match, but is ignored",
			selectors{deployments("", "web", matchLabels("app", "api"))}, selector.RankName, "",
		}, {
			"name hides invalid labels", "a label selector that is ignored cannot be invalid",
			selectors{deployments("", "web", invalid)}, selector.RankName, "",
		}, {
			"highest rank", "the order of the selectors does not matter",
			selectors{deployments("", "web", nil), deployments("", "", matchLabels("app", "web")), deployments("", "", nil)},
			selector.RankName, "",
		}, {
			"highest rank that matches", "a selector of a higher rank that does not match does not count",
			selectors{deployments("", "api", nil), deployments("", "", nil)}, selector.RankAll, "",
		}, {
			"apiVersion", "versions are not converted",
			selectors{{APIVersion: "apps/v1beta2", Kind: "Deployment"}},
			selector.RankNone, "apiVersion apps/v1 is not apps/v1beta2",
		}, {
			"kind", "the selector is meant for other objects, so its other conditions are omitted",
			selectors{{APIVersion: "v1", Kind: "Service", Namespace: "default", Name: "nginx"}},
			selector.RankNone, "kind Deployment is not Service",
		}, {
			"empty selector", "an empty apiVersion or kind is not a wildcard",
			selectors{{}}, selector.RankNone, `kind Deployment is not ""`,
		}, {
			"wrong namespace", "right name, wrong namespace",
			selectors{deployments("default", "web", nil)}, selector.RankNone, "namespace prod is not default",
		}, {
			"wrong name", "another object of the same kind",
			selectors{deployments("", "nginx", nil)}, selector.RankNone, "name web is not nginx",
		}, {
			"several misses", "all are reported at once",
			selectors{{APIVersion: "v1", Kind: "Deployment", Namespace: "default", Name: "nginx"}},
			selector.RankNone, "apiVersion apps/v1 is not v1 and namespace prod is not default and name web is not nginx",
		}, {
			"wrong label", "the reason has the value of the object",
			selectors{deployments("", "", matchLabels("env", "prod"))}, selector.RankNone, "label env=dev is not in (prod)",
		}, {
			"absent label", "the values keep the author's order",
			selectors{deployments("", "", matchExpression("tier", "In", "frontend", "other", "backend"))},
			selector.RankNone, "label tier is absent, wanted in (frontend, other, backend)",
		}, {
			"NotIn", "a listed value",
			selectors{deployments("", "", matchExpression("env", "NotIn", "test", "dev"))},
			selector.RankNone, "label env=dev is in (test, dev), wanted none of these",
		}, {
			"NotIn absent", "an absent label is not in any list",
			selectors{deployments("", "", matchExpression("tier", "NotIn", "x"))}, selector.RankLabels, "",
		}, {
			"Exists", "any value would match",
			selectors{deployments("", "", matchExpression("tier", "Exists"))},
			selector.RankNone, "label tier is absent, wanted any value",
		}, {
			"DoesNotExist", "the reason has the value of the object",
			selectors{deployments("", "", matchExpression("env", "DoesNotExist"))},
			selector.RankNone, "label env=dev is present, wanted absent",
		}, {
			"several labels", "the reason has every miss: matchLabels by key, then matchExpressions",
			selectors{deployments("", "", &metav1.LabelSelector{
				MatchLabels: map[string]string{"zone": "a", "app": "web", "env": "prod"},
				MatchExpressions: []metav1.LabelSelectorRequirement{
					{Key: "app", Operator: metav1.LabelSelectorOpDoesNotExist},
				},
			})},
			selector.RankNone,
			"label env=dev is not in (prod) and label zone is absent, wanted in (a) and label app=web is present, wanted absent",
		}, {
			"long list", "after five values the rest is counted",
			selectors{deployments("", "", matchExpression("env", "In", "a", "b", "c", "d", "e", "f", "g"))},
			selector.RankNone, "label env=dev is not in (a, b, c, d, e, …and 2 more)",
		}, {
			"invalid labels", "an invalid selector matches nothing",
			selectors{deployments("", "", invalid)}, selector.RankNone,
			`label selector is invalid: [0].labelSelector.matchExpressions[0].operator: Unsupported value: "Like": ` +
				`supported values: "In", "NotIn", "Exists", "DoesNotExist"`,
		}, {
			"invalid labels of another kind", "the kind does not match anyway",
			selectors{{APIVersion: "v1", Kind: "Service", LabelSelector: invalid}},
			selector.RankNone, "kind Deployment is not Service",
		}, {
			"invalid and valid", "an invalid selector does not disable the others",
			selectors{deployments("", "", invalid), deployments("prod", "", nil)}, selector.RankAll, "",
		}, {
			"nearest first", "the order is apiVersion, namespace, labels, name, kind, and not that of the selectors",
			selectors{
				{APIVersion: "v1", Kind: "Service"},
				deployments("", "api", nil),
				deployments("", "", matchLabels("env", "prod")),
				deployments("test", "", nil),
				{APIVersion: "extensions/v1beta1", Kind: "Deployment"},
			},
			selector.RankNone,
			"apiVersion apps/v1 is not extensions/v1beta1; namespace prod is not test; " +
				"label env=dev is not in (prod); name web is not api; kind Deployment is not Service",
		}, {
			"right name first", "the right name in a wrong namespace is nearer than a wrong name in the right namespace",
			selectors{deployments("prod", "api", nil), deployments("default", "web", nil)},
			selector.RankNone, "namespace prod is not default; name web is not api",
		}, {
			"one miss is nearer than two", "if the worst miss is the same",
			selectors{deployments("test", "api", nil), deployments("prod", "api", nil)},
			selector.RankNone, "name web is not api; namespace prod is not test and name web is not api",
		}, {
			"equal reasons", "a reason is given once",
			selectors{
				{APIVersion: "v1", Kind: "Service", Name: "a"}, {APIVersion: "v1", Kind: "Service", Name: "b"}, {Kind: "Pod"},
			},
			selector.RankNone, "kind Deployment is not Service; kind Deployment is not Pod",
		}, {
			"many selectors", "after five reasons the rest is counted",
			selectors{{Kind: "A"}, {Kind: "B"}, {Kind: "C"}, {Kind: "D"}, {Kind: "E"}, {Kind: "F"}, deployments("", "api", nil)},
			selector.RankNone,
			"name web is not api; kind Deployment is not A; kind Deployment is not B; " +
				"kind Deployment is not C; kind Deployment is not D; …and 2 more",
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.NotEmpty(t, c.reason)
			objects, _ := selector.NewObjects(c.selectors...)
			require.Equal(t, c.want.String(), objects.Match(web).String(), c.reason)
			require.Equal(t, c.why, objects.Why(web), c.reason)
		})
	}
}

// TestObjectsMatchUnusualObjects has different objects for one selector.
func TestObjectsMatchUnusualObjects(t *testing.T) {
	t.Parallel()
	objects, err := selector.NewObjects(deployments("default", "", matchExpression("env", "In", "prod")))
	require.NoError(t, err)
	cases := []struct {
		name, reason string
		object       selector.Object
		why          string
	}{
		{
			"zero object", "the kind is missing",
			selector.Object{}, "no kind, wanted Deployment",
		}, {
			"cluster-scoped", "an object without a namespace is not in any namespace",
			selector.Object{APIVersion: "apps/v1", Kind: "Deployment", Labels: map[string]any{"env": "prod"}},
			"no namespace, wanted default",
		}, {
			"null label", "null is read as an empty string, which the reason quotes",
			selector.Object{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "default", Labels: map[string]any{"env": nil}},
			`label env="" is not in (prod)`,
		}, {
			"number as label", "ObjectOf never returns one; in a hand-made Object it is absent",
			selector.Object{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "default", Labels: map[string]any{"env": 1}},
			"label env is absent, wanted in (prod)",
		}, {
			"unprintable characters", "the reason quotes them",
			selector.Object{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "a b\n", Labels: map[string]any{"env": "\xff;"}},
			`namespace "a b\n" is not default and label env="\xff;" is not in (prod)`,
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, selector.RankNone, objects.Match(c.object), c.reason)
			require.Equal(t, c.why, objects.Why(c.object), c.reason)
		})
	}
}

func TestNewObjectsErrors(t *testing.T) {
	t.Parallel()
	objects, err := selector.NewObjects(
		deployments("", "", nil),
		deployments("", "", matchExpression("app", "Gt", "1")),
		deployments("", "api", matchExpression("", "In")),
		deployments("", "", &metav1.LabelSelector{
			MatchLabels:      map[string]string{"app": "not valid", "not valid": "app"},
			MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "app", Operator: "In"}},
		}),
	)
	require.Equal(t, []string{
		"[1].labelSelector.matchExpressions[0].operator",
		"[3].labelSelector.matchLabels[app]",
		"[3].labelSelector.matchLabels[not valid]",
		"[3].labelSelector.matchExpressions[0].values",
	}, fieldsOf(t, err), "all faults, in order, each with its field; the labels of a selector with a name are not checked")
	require.Equal(t, selector.RankAll, objects.Match(web), "the valid selectors still match")
}

func TestObjectsKeepTheirOwnCopy(t *testing.T) {
	t.Parallel()
	given := []selector.ObjectSelector{deployments("", "", matchExpression("env", "In", "dev", "dev2"))}
	objects, err := selector.NewObjects(given...)
	require.NoError(t, err)
	given[0].LabelSelector.MatchExpressions[0].Values[0] = "prod"
	given[0].Kind = "Service"
	require.Equal(t, selector.RankLabels, objects.Match(web))
}

func TestObjectsMatchAllocatesNothing(t *testing.T) {
	objects, _ := selector.NewObjects(manySelectors...)
	misses, _ := selector.NewObjects(manySelectors[:4]...)
	var hit, miss selector.Rank
	require.Zero(t, testing.AllocsPerRun(100, func() { hit, miss = objects.Match(web), misses.Match(web) }))
	require.Equal(t, selector.RankName, hit)
	require.Equal(t, selector.RankNone, miss)
}

var manySelectors = []selector.ObjectSelector{
	{APIVersion: "v1", Kind: "Service"},
	deployments("", "", matchExpression("env", "In", "prod", "test", "staging")),
	deployments("", "", matchExpression("app", "Like", "w*")),
	deployments("default", "", matchLabels("app", "web")),
	deployments("", "", matchExpression("env", "NotIn", "prod")),
	deployments("", "", nil),
	deployments("prod", "web", nil),
}

func BenchmarkObjectsMatch(b *testing.B) {
	objects, _ := selector.NewObjects(manySelectors...)
	b.ReportAllocs()
	for b.Loop() {
		if objects.Match(web) != selector.RankName {
			b.Fatal("the last selector names the object")
		}
	}
}
