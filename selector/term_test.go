package selector_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/selector"
)

// requirements parses conditions of the form "key operator value value".
func requirements(conditions ...string) []selector.FieldRequirement {
	var list []selector.FieldRequirement
	for _, condition := range conditions {
		words := strings.Fields(condition)
		r := selector.FieldRequirement{Key: words[0], Operator: words[1]}
		if len(words) > 2 {
			r.Values = words[2:]
		}
		list = append(list, r)
	}
	return list
}

// onLabels is a term on labels, onFields one on fields.
func onLabels(conditions ...string) selector.ClusterTerm {
	return selector.ClusterTerm{MatchExpressions: requirements(conditions...)}
}

func onFields(conditions ...string) selector.ClusterTerm {
	return selector.ClusterTerm{MatchFields: requirements(conditions...)}
}

func anyOf(terms ...selector.ClusterTerm) selector.ClusterSelector {
	return selector.ClusterSelector{Terms: terms}
}

var north = selector.Cluster{Name: "north", Labels: map[string]string{"region": "beijing", "nodes": "12", "size": "large", "note": ""}}

// TestTerms has valid terms.
func TestTerms(t *testing.T) {
	t.Parallel()
	none := selector.ClusterTerm{}
	for _, c := range []struct {
		name, reason string
		selector     selector.ClusterSelector
		cluster      selector.Cluster
		why          string // empty: it matches
	}{
		{"no terms", "every cluster matches", anyOf(), north, ""},
		{"an empty list", "it is the same as no terms", selector.ClusterSelector{Terms: []selector.ClusterTerm{}}, north, ""},
		{"an empty term", "it selects no cluster", anyOf(none), north, "an empty term selects no cluster"},
		{"an empty term among others", "the other terms still count", anyOf(none, onLabels("region Exists")), north, ""},
		{"the first of two", "one is enough", anyOf(onLabels("region In beijing"), onLabels("region In shanghai")), north, ""},
		{"the last of two", "one is enough", anyOf(onLabels("region In shanghai"), onLabels("region In beijing")), north, ""},
		{"neither of two", "the reason has one part for each term", anyOf(onLabels("region In shanghai"), onFields("metadata.name In south")), north,
			"label region=beijing is not in (shanghai); metadata.name north is not in (south)"},
		{"many terms", "after five terms the rest is counted", anyOf(none, none, none, none, none, none, none), north,
			"an empty term selects no cluster; an empty term selects no cluster; an empty term selects no cluster; an empty term selects no cluster; an empty term selects no cluster; …and 2 more"},

		{"all of a term", "every condition must hold", anyOf(onLabels("region In beijing", "size Exists", "zone DoesNotExist", "nodes Gt 10")), north, ""},
		{"all but one of a term", "the reason has the first condition that does not hold", anyOf(onLabels("region In beijing", "size DoesNotExist", "zone Exists")), north, "label size=large is present, wanted absent"},
		{"labels and fields", "both must hold", anyOf(selector.ClusterTerm{MatchExpressions: requirements("region Exists"), MatchFields: requirements("metadata.name In south")}), north,
			"metadata.name north is not in (south)"},
		{"labels before fields", "labels are checked first", anyOf(selector.ClusterTerm{MatchExpressions: requirements("zone Exists"), MatchFields: requirements("metadata.name In south")}), north,
			"label zone is absent, wanted any value"},

		{"In", "one of the values is enough", anyOf(onLabels("region In shanghai beijing")), north, ""},
		{"In, absent", "an absent label is not in any list", anyOf(onLabels("zone In a b")), north, "label zone is absent, wanted in (a, b)"},
		{"NotIn, absent", "an absent label is not in any list", anyOf(onLabels("zone NotIn a b")), north, ""},
		{"NotIn", "a listed value", anyOf(onLabels("region NotIn shanghai beijing")), north, "label region=beijing is in (shanghai, beijing), wanted none of these"},
		{"Exists, empty", "an empty label is present", anyOf(onLabels("note Exists")), north, ""},
		{"Gt", "numbers compare as numbers", anyOf(onLabels("nodes Gt 9")), north, ""},
		{"Gt, equal", "above means above", anyOf(onLabels("nodes Gt 12")), north, "label nodes=12 is not above 12"},
		{"Gt, not a number", "it does not match", anyOf(onLabels("size Gt 1")), north, "label size=large is not an integer, wanted above 1"},
		{"Gt, empty", "an empty label is not a number", anyOf(onLabels("note Gt 1")), north, `label note="" is not an integer, wanted above 1`},
		{"Gt, absent", "an absent label is not zero", anyOf(onLabels("zone Gt 1")), north, "label zone is absent, wanted above 1"},
		{"Lt", "below means below", anyOf(onLabels("nodes Lt 13")), north, ""},
		{"Lt, equal", "below means below", anyOf(onLabels("nodes Lt 12")), north, "label nodes=12 is not below 12"},
		{"Lt, absent", "an absent label is not zero", anyOf(onLabels("zone Lt 1")), north, "label zone is absent, wanted below 1"},

		{"name", "the cluster's name is a field", anyOf(onFields("metadata.name In north")), north, ""},
		{"another name", "NotIn excludes it", anyOf(onFields("metadata.name NotIn north")), north, "metadata.name north is in (north), wanted none of these"},
		{"no name", "the name is present and empty", anyOf(onFields("metadata.name NotIn north")), selector.Cluster{}, ""},
		{"another field", "other fields are always empty", anyOf(onFields("metadata.uid In x")), north, `metadata.uid "" is not in (x)`},
		{"another field, NotIn", "an empty value is not in the list", anyOf(onFields("spec.region NotIn x")), north, ""},
		{"another field, empty", "the list contains the empty value", anyOf(selector.ClusterTerm{MatchFields: []selector.FieldRequirement{{Key: "name", Operator: "In", Values: []string{""}}}}), north, ""},

		{"names before terms", "a wrong name is reported first", selector.ClusterSelector{Names: []string{"south"}, Terms: []selector.ClusterTerm{none}}, north, "cluster north is not one of (south)"},
		{"labels before terms", "a wrong label is reported first", selector.ClusterSelector{LabelSelector: matchLabels("region", "shanghai"), Terms: []selector.ClusterTerm{none}}, north, "label region=beijing is not in (shanghai)"},
		{"all three", "names, labels and terms", selector.ClusterSelector{Names: []string{"north"}, LabelSelector: matchLabels("region", "beijing"), Terms: []selector.ClusterTerm{onLabels("nodes Gt 1")}}, north, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, strict := range []bool{false, true} {
				c.selector.Strict = strict
				clusters, err := selector.NewClusters(c.selector)
				require.NoError(t, err, c.reason)
				require.Equal(t, c.why, clusters.Why(&c.cluster), c.reason)
				require.Equal(t, c.why == "", clusters.Match(&c.cluster), c.reason)
				require.NoError(t, clusters.Fault(&c.cluster), "a valid selector has no fault")
			}
		})
	}
}

// TestInvalidTerms checks the faults of terms. A selector that is not strict matches nothing.
func TestInvalidTerms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		selector     selector.ClusterSelector
		fields       []string
		why          string // a prefix
	}{
		{"label operator", "operators are compared exactly", anyOf(onLabels("a in b")), []string{"terms[0].matchExpressions[0].operator"},
			`term is invalid: terms[0].matchExpressions[0].operator: Unsupported value: "in": supported values: "In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"`},
		{"label values", "In requires values, Exists none, Gt one integer", anyOf(onLabels("a In", "a Exists b", "a Gt 1 2", "a Lt many")),
			[]string{"terms[0].matchExpressions[0].values", "terms[0].matchExpressions[1].values", "terms[0].matchExpressions[2].values", "terms[0].matchExpressions[3].values[0]"},
			"term is invalid: terms[0].matchExpressions[0].values: Invalid value: "},
		{"label key", "keys are validated", anyOf(onLabels("-a Exists")), []string{"terms[0].matchExpressions[0].key"}, `term is invalid: terms[0].matchExpressions[0].key: Invalid value: "-a": `},
		{"field operator", "only In and NotIn are valid", anyOf(onFields("metadata.name Exists", "metadata.name Gt 1")),
			[]string{"terms[0].matchFields[0].operator", "terms[0].matchFields[1].operator"},
			`term is invalid: terms[0].matchFields[0].operator: Unsupported value: "Exists": supported values: "In", "NotIn", terms[0].matchFields[1].operator: `},
		{"field values", "exactly one value is required, which may be any string", anyOf(onFields("metadata.name In", "metadata.name NotIn a b", "metadata.name In -!-")),
			[]string{"terms[0].matchFields[0].values", "terms[0].matchFields[1].values"},
			"term is invalid: terms[0].matchFields[0].values: Invalid value: null: exactly one value is required, terms[0].matchFields[1].values: "},
		{"several terms", "each is checked", anyOf(onLabels("a Exists"), onFields("metadata.name Gt 1"), onLabels("a Like b")),
			[]string{"terms[1].matchFields[0].operator", "terms[2].matchExpressions[0].operator"}, "term is invalid: terms[1].matchFields[0].operator: "},
		{"labels before terms", "the error has all faults, the reason those of the first invalid part", selector.ClusterSelector{LabelSelector: matchLabels("a", "b c"), Terms: []selector.ClusterTerm{onLabels("a Like b")}},
			[]string{"labelSelector.matchLabels[a]", "terms[0].matchExpressions[0].operator"}, `label selector is invalid: labelSelector.matchLabels[a]: Invalid value: "b c": `},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			clusters, err := selector.NewClusters(c.selector)
			require.Equal(t, c.fields, fieldsOf(t, err), c.reason)
			for _, cluster := range []*selector.Cluster{&north, {}, nil} {
				require.False(t, clusters.Match(cluster), "an invalid selector matches nothing")
				require.NoError(t, clusters.Fault(cluster), "only a strict selector has a fault")
				require.Equal(t, c.why, clusters.Why(cluster)[:min(len(c.why), len(clusters.Why(cluster)))], c.reason)
			}
			c.selector.Strict = true
			_, err = selector.NewClusters(c.selector)
			require.Equal(t, c.fields, fieldsOf(t, err), "a strict selector has the same faults")
		})
	}
}

// TestStrict checks the order of a strict selector: an invalid part is an error for the clusters that reach it.
func TestStrict(t *testing.T) {
	t.Parallel()
	const bad = `terms[0].matchExpressions[0].operator: Unsupported value: "Like": supported values: "In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"`
	badTerm := onLabels("a Like b")
	for _, c := range []struct {
		name, reason string
		selector     selector.ClusterSelector
		match        bool
		fault        string // a prefix; empty: no fault
		why          string // empty: it matches or has a fault
	}{
		{"a term", "it is reached", anyOf(badTerm), false, bad, ""},
		{"a term after one that holds", "it is not reached", anyOf(onLabels("region Exists"), badTerm), true, "", ""},
		{"a term after one that does not hold", "it is reached", anyOf(onLabels("zone Exists"), badTerm), false, `terms[1].matchExpressions[0].operator: Unsupported value: "Like": `, ""},
		{"a term before one that holds", "terms are checked in order", anyOf(badTerm, onLabels("region Exists")), false, bad, ""},
		{"a term after a wrong name", "it is not reached", selector.ClusterSelector{Names: []string{"south"}, Terms: []selector.ClusterTerm{badTerm}}, false, "", "cluster north is not one of (south)"},
		{"a term after an excluded name", "it is not reached", selector.ClusterSelector{Exclude: []string{"north"}, Terms: []selector.ClusterTerm{badTerm}}, false, "", "cluster north is excluded"},
		{"a term after a wrong label", "it is not reached", selector.ClusterSelector{LabelSelector: matchLabels("region", "shanghai"), Terms: []selector.ClusterTerm{badTerm}}, false, "", "label region=beijing is not in (shanghai)"},
		{"a term after a wrong field", "it is not reached", selector.ClusterSelector{Fields: where("provider", "Exists").Fields, Terms: []selector.ClusterTerm{badTerm}}, false, "", "no provider, wanted any value"},
		{"one of several conditions", "an invalid expression makes all expressions of the term invalid, even if another does not hold", anyOf(onLabels("zone Exists", "a Like b")), false, `terms[0].matchExpressions[1].operator: `, ""},
		{"fields after labels that hold", "they are reached", anyOf(selector.ClusterTerm{MatchExpressions: requirements("region Exists"), MatchFields: requirements("metadata.name Exists")}), false,
			`terms[0].matchFields[0].operator: Unsupported value: "Exists": supported values: "In", "NotIn"`, ""},
		{"fields after labels that do not hold", "they are not reached", anyOf(selector.ClusterTerm{MatchExpressions: requirements("zone Exists"), MatchFields: requirements("metadata.name Exists")}), false, "", "label zone is absent, wanted any value"},

		{"labels", "they are reached", selector.ClusterSelector{LabelSelector: matchLabels("a", "b c")}, false, `labelSelector.matchLabels[a]: Invalid value: "b c": `, ""},
		{"labels after a wrong name", "they are not reached", selector.ClusterSelector{Names: []string{"south"}, LabelSelector: matchLabels("a", "b c")}, false, "", "cluster north is not one of (south)"},
		{"labels before terms", "labels are checked first", selector.ClusterSelector{LabelSelector: matchLabels("a", "b c"), Terms: []selector.ClusterTerm{badTerm}}, false, `labelSelector.matchLabels[a]: Invalid value: "b c": `, ""},
		{"a field", "it is reached", where("region", "Like"), false, `fields[0].operator: Unsupported value: "Like": `, ""},
		{"a field after one that does not hold", "it is not reached", selector.ClusterSelector{Fields: append(where("provider", "Exists").Fields, where("region", "Like").Fields...)}, false, "", "no provider, wanted any value"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.selector.Strict = true
			clusters, err := selector.NewClusters(c.selector)
			require.Error(t, err, "the selector is invalid")
			require.Equal(t, c.match, clusters.Match(&north), c.reason)
			fault := clusters.Fault(&north)
			if c.fault == "" {
				require.NoError(t, fault, c.reason)
				require.Equal(t, c.why, clusters.Why(&north), c.reason)
				return
			}
			require.Error(t, fault, c.reason)
			require.Equal(t, c.fault, fault.Error()[:min(len(c.fault), len(fault.Error()))], c.reason)
			require.Equal(t, "selector is invalid: "+fault.Error(), clusters.Why(&north), c.reason)
		})
	}
	t.Run("no cluster", func(t *testing.T) {
		t.Parallel()
		clusters, err := selector.NewClusters(selector.ClusterSelector{Terms: []selector.ClusterTerm{badTerm}, Strict: true})
		require.Error(t, err)
		require.False(t, clusters.Match(nil))
		require.Error(t, clusters.Fault(nil), "nil is the zero Cluster")
		require.NoError(t, selector.Clusters{}.Fault(nil), "the zero value has no fault")
	})
}

func TestTermsKeepTheirOwnCopy(t *testing.T) {
	t.Parallel()
	term := selector.ClusterTerm{MatchExpressions: requirements("region In beijing"), MatchFields: requirements("metadata.name In north")}
	clusters, err := selector.NewClusters(anyOf(term))
	require.NoError(t, err)
	term.MatchExpressions[0].Values[0], term.MatchFields[0].Values[0], term.MatchFields[0].Key = "x", "x", "x"
	require.True(t, clusters.Match(&north))
}

func TestTermsMatchAllocatesNothing(t *testing.T) {
	clusters, err := selector.NewClusters(selector.ClusterSelector{Strict: true, Terms: []selector.ClusterTerm{
		onLabels("zone Exists"), onLabels("size Gt 1"), {MatchExpressions: requirements("region In shanghai beijing"), MatchFields: requirements("metadata.name NotIn south")},
	}})
	require.NoError(t, err)
	var hit, miss bool
	require.Zero(t, testing.AllocsPerRun(100, func() {
		hit = clusters.Match(&north)
		miss = clusters.Match(&member1) || clusters.Fault(&member1) != nil
	}))
	require.True(t, hit)
	require.False(t, miss)
}
