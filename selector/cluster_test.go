package selector_test

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/selector"
)

// member1 is the cluster of most cases; bare has only a name.
var (
	member1 = selector.Cluster{
		Name: "member1", Labels: map[string]string{"env": "dev"},
		Provider: "aws", Region: "us-east-1", Zones: []string{"a", "b"},
	}
	bare = selector.Cluster{Name: "bare"}
)

// where returns a selector with one field requirement.
func where(key, operator string, values ...string) selector.ClusterSelector {
	return selector.ClusterSelector{Fields: []selector.FieldRequirement{{Key: key, Operator: operator, Values: values}}}
}

func TestClustersMatch(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name, reason string
		selector     selector.ClusterSelector
		cluster      selector.Cluster
		why          string // empty: it matches
	}{
		{"zero", "an empty selector matches every cluster", selector.ClusterSelector{}, member1, ""},
		{
			"named", "one of the names is enough",
			selector.ClusterSelector{Names: []string{"member2", "member1"}}, member1, "",
		}, {
			"not named", "the names keep the author's order",
			selector.ClusterSelector{Names: []string{"member3", "member2"}}, member1,
			"cluster member1 is not one of (member3, member2)",
		}, {
			"excluded", "exclude wins over names",
			selector.ClusterSelector{Names: []string{"member1"}, Exclude: []string{"member1"}}, member1,
			"cluster member1 is excluded",
		}, {
			"others excluded", "only the listed names are excluded",
			selector.ClusterSelector{Exclude: []string{"member2"}}, member1, "",
		}, {
			"no name", "the reason quotes an empty name",
			selector.ClusterSelector{Names: []string{"member1"}}, selector.Cluster{},
			`cluster "" is not one of (member1)`,
		}, {
			"empty label selector", "it matches every cluster",
			selector.ClusterSelector{LabelSelector: &metav1.LabelSelector{}}, bare, "",
		}, {
			"label", "labels are those of the cluster object",
			selector.ClusterSelector{LabelSelector: matchLabels("env", "dev")}, member1, "",
		}, {
			"wrong label", "the reason has the value of the cluster",
			selector.ClusterSelector{LabelSelector: matchLabels("env", "prod")}, member1, "label env=dev is not in (prod)",
		}, {
			"absent label", "a missing label is not a wrong label",
			selector.ClusterSelector{LabelSelector: matchLabels("env", "prod")}, bare, "label env is absent, wanted in (prod)",
		},

		{"In", "one of the values is enough", where("provider", "In", "gcp", "aws"), member1, ""},
		{"not In", "the reason has the value of the cluster first", where("region", "In", "cn-north-1"), member1, "region us-east-1 is not in (cn-north-1)"},
		{"In absent", "an empty provider is absent", where("provider", "In", "aws"), bare, "no provider, wanted in (aws)"},
		{"In empty", "an absent value is not the empty value", where("provider", "In", ""), bare, `no provider, wanted in ("")`},
		{"NotIn absent", "an absent value is not in any list", where("provider", "NotIn", "aws"), bare, ""},
		{"NotIn", "a listed value", where("provider", "NotIn", "aws"), member1, "provider aws is in (aws), wanted none of these"},
		{"Exists", "any value matches", where("region", "Exists"), member1, ""},
		{"Exists absent", "an empty region is absent", where("region", "Exists"), bare, "no region, wanted any value"},
		{"DoesNotExist absent", "an empty region is absent", where("region", "DoesNotExist"), bare, ""},
		{"DoesNotExist", "no value is allowed", where("region", "DoesNotExist"), member1, "region us-east-1 is present, wanted absent"},
		{"Gt", "numbers compare as numbers: 10 > 9", where("region", "Gt", "9"), selector.Cluster{Region: "10"}, ""},
		{"Gt equal", "above means above", where("region", "Gt", "9"), selector.Cluster{Region: "9"}, "region 9 is not above 9"},
		{"Gt not a number", "it does not match", where("region", "Gt", "9"), member1, "region us-east-1 is not an integer, wanted above 9"},
		{"Gt absent", "an absent value is not zero", where("region", "Gt", "9"), bare, "no region, wanted above 9"},
		{"Lt", "a region may be negative", where("region", "Lt", "9"), selector.Cluster{Region: "-10"}, ""},
		{"Lt absent", "an absent value is not zero", where("region", "Lt", "9"), bare, "no region, wanted below 9"},
		{"Lt too large", "more than 64 bits are not an integer", where("region", "Lt", "9"), selector.Cluster{Region: "-9223372036854775809"},
			"region -9223372036854775809 is not an integer, wanted below 9"},
		{"unusual value of a cluster", "only the selector is validated", where("region", "NotIn", "r1"), selector.Cluster{Region: "not a label!"}, ""},
		{"unknown field", "no cluster has it", where("country", "In", "cn"), member1,
			"clusters have no field country (only provider, region and zone), wanted in (cn)"},
		{"unknown field absent", "it is absent, which NotIn allows", where("country", "NotIn", "cn"), member1, ""},
		{"upper-case field", "fields are case-sensitive", where("Zone", "DoesNotExist"), member1, ""},

		{"zone In", "one overlap is enough", where("zone", "In", "c", "b"), member1, ""},
		{"zone not In", "the reason has both lists", where("zone", "In", "c"), member1, "zones (a, b) are not in (c)"},
		{"zone In none", "an empty list has no overlap", where("zone", "In", "c"), bare, "no zones, wanted in (c)"},
		{"zone In nothing", "an empty list of values is allowed for zones", where("zone", "In"), member1, "zones (a, b) are not in ()"},
		{"zone In unusual", "any value is allowed for zones", where("zone", "In", "not a label!"), selector.Cluster{Zones: []string{"not a label!"}}, ""},
		{"zone NotIn", "one overlap is enough to exclude", where("zone", "NotIn", "b", "c"), member1, "zones (a, b) overlap (b, c), wanted none of these"},
		{"zone NotIn none", "an empty list has no overlap", where("zone", "NotIn", "c"), bare, ""},
		{"zone Exists", "the values of the requirement are ignored", where("zone", "Exists", "c"), member1, ""},
		{"zone Exists none", "the list is empty", where("zone", "Exists"), bare, "no zones, wanted any value"},
		{"zone DoesNotExist none", "the list is empty", where("zone", "DoesNotExist"), bare, ""},
		{"zone DoesNotExist", "no zone is allowed", where("zone", "DoesNotExist"), member1, "zones (a, b) are present, wanted absent"},
		{"zone Gt", "other operators never match, without an error", where("zone", "Gt", "1"), selector.Cluster{Zones: []string{"2"}},
			"operator Gt is not supported for zones, wanted one of (In, NotIn, Exists, DoesNotExist)"},
		{"zone without operator", "an empty operator is not In", where("zone", ""), bare,
			`operator "" is not supported for zones, wanted one of (In, NotIn, Exists, DoesNotExist)`},

		{
			"name before label", "a reader would check the name first",
			selector.ClusterSelector{
				LabelSelector: matchLabels("env", "prod"), Names: []string{"member2"},
				Fields: []selector.FieldRequirement{{Key: "zone", Operator: "In", Values: []string{"c"}}},
			}, member1, "cluster member1 is not one of (member2)",
		}, {
			"label before field", "labels are checked before fields",
			selector.ClusterSelector{
				LabelSelector: matchLabels("env", "prod"), Names: []string{"member1"},
				Fields: []selector.FieldRequirement{{Key: "zone", Operator: "In", Values: []string{"c"}}},
			}, member1, "label env=dev is not in (prod)",
		}, {
			"fields in order", "zone keeps its position",
			selector.ClusterSelector{Fields: []selector.FieldRequirement{
				{Key: "provider", Operator: "In", Values: []string{"aws"}},
				{Key: "zone", Operator: "In", Values: []string{"c"}},
				{Key: "region", Operator: "In", Values: []string{"r1"}},
			}}, member1, "zones (a, b) are not in (c)",
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.NotEmpty(t, c.reason)
			clusters, err := selector.NewClusters(c.selector)
			require.NoError(t, err, c.reason)
			require.Equal(t, c.why, clusters.Why(&c.cluster), c.reason)
			require.Equal(t, c.why == "", clusters.Match(&c.cluster), c.reason)
		})
	}
}

func TestNewClustersErrors(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name, reason string
		selector     selector.ClusterSelector
		fields       []string
		why          string
	}{
		{
			"operator", "operators are case-sensitive",
			where("region", "in", "r1"), []string{"fields[0].operator"},
			`field selector is invalid: fields[0].operator: Unsupported value: "in": supported values: "In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"`,
		}, {
			"In without values", "no value could match",
			where("region", "In"), []string{"fields[0].values"},
			`field selector is invalid: fields[0].values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty`,
		}, {
			"two faults", "the error has both",
			where("bad key", "Gt", "x"), []string{"fields[0].key", "fields[0].values[0]"},
			`field selector is invalid: fields[0].key: Invalid value: "bad key": name part must consist of alphanumeric characters, '-', '_' or '.', ` +
				`and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is ` +
				`'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'), fields[0].values[0]: Invalid value: "x": for 'Gt', 'Lt' operators, the value must be an integer`,
		}, {
			"label operator", "label selectors do not support Gt",
			selector.ClusterSelector{LabelSelector: matchExpression("n", "Gt", "1"), Names: []string{"other"}, Fields: where("region", "Like").Fields},
			[]string{"labelSelector.matchExpressions[0].operator", "fields[0].operator"},
			`label selector is invalid: labelSelector.matchExpressions[0].operator: Unsupported value: "Gt": ` +
				`supported values: "In", "NotIn", "Exists", "DoesNotExist"`,
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			clusters, err := selector.NewClusters(c.selector)
			require.Equal(t, c.fields, fieldsOf(t, err), c.reason)
			for _, cluster := range []*selector.Cluster{&member1, &bare, nil} {
				require.False(t, clusters.Match(cluster), "an invalid selector matches nothing")
				require.Equal(t, c.why, clusters.Why(cluster), c.reason)
			}
		})
	}
}

func TestClustersNil(t *testing.T) {
	t.Parallel()
	require.True(t, selector.Clusters{}.Match(nil))
	require.Empty(t, selector.Clusters{}.Why(nil))
	named, err := selector.NewClusters(selector.ClusterSelector{Names: []string{"member1"}})
	require.NoError(t, err)
	require.False(t, named.Match(nil), "nil is the zero Cluster, which has no name")
}

func TestClustersKeepTheirOwnCopy(t *testing.T) {
	t.Parallel()
	given := selector.ClusterSelector{Names: []string{"member1"}, Exclude: []string{"member2"}, Fields: where("zone", "In", "a").Fields}
	clusters, err := selector.NewClusters(given)
	require.NoError(t, err)
	given.Names[0], given.Exclude[0], given.Fields[0].Values[0] = "member2", "member1", "z"
	require.True(t, clusters.Match(&member1))
}

// TestRecordedClusterMatches replays recorded answers of Karmada, commit f8fdd02df.
func TestRecordedClusterMatches(t *testing.T) {
	t.Parallel()
	file, err := os.Open("testdata/karmada-cluster-matches.jsonl.gz")
	require.NoError(t, err)
	defer file.Close()
	text, err := gzip.NewReader(file)
	require.NoError(t, err)

	replayed := 0
	for cases := json.NewDecoder(text); ; replayed++ {
		var c struct {
			Name    string
			Cluster struct {
				Metadata metav1.ObjectMeta
				Spec     struct {
					Provider, Region string
					Zones            []string
				}
			}
			Affinity struct {
				LabelSelector *metav1.LabelSelector
				FieldSelector struct{ MatchExpressions []selector.FieldRequirement }
				ClusterNames  []string
				Exclude       []string
			}
			Want struct{ Matches bool }
		}
		if err := cases.Decode(&c); errors.Is(err, io.EOF) {
			break
		} else {
			require.NoError(t, err)
		}
		clusters, _ := selector.NewClusters(selector.ClusterSelector{
			LabelSelector: c.Affinity.LabelSelector, Fields: c.Affinity.FieldSelector.MatchExpressions,
			Names: c.Affinity.ClusterNames, Exclude: c.Affinity.Exclude,
		})
		cluster := selector.Cluster{
			Name: c.Cluster.Metadata.Name, Labels: c.Cluster.Metadata.Labels,
			Provider: c.Cluster.Spec.Provider, Region: c.Cluster.Spec.Region, Zones: c.Cluster.Spec.Zones,
		}
		require.Equal(t, c.Want.Matches, clusters.Match(&cluster), c.Name)
		require.Equal(t, c.Want.Matches, clusters.Why(&cluster) == "", c.Name)
	}
	require.Equal(t, 100, replayed)
}

// picky checks every field of a cluster, and matches member1.
var picky = selector.ClusterSelector{
	LabelSelector: matchExpression("env", "In", "test", "dev"),
	Fields: []selector.FieldRequirement{
		{Key: "provider", Operator: "In", Values: []string{"gcp", "aws"}},
		{Key: "region", Operator: "NotIn", Values: []string{"cn-north-1"}},
		{Key: "zone", Operator: "In", Values: []string{"b", "c"}},
	},
	Names:   []string{"member3", "member2", "member1"},
	Exclude: []string{"member4"},
}

func TestClustersMatchAllocatesNothing(t *testing.T) {
	clusters, err := selector.NewClusters(picky)
	require.NoError(t, err)
	above, err := selector.NewClusters(where("region", "Gt", "5"))
	require.NoError(t, err)
	var hit, miss bool
	require.Zero(t, testing.AllocsPerRun(100, func() {
		hit = clusters.Match(&selector.Cluster{
			Name: "member1", Labels: member1.Labels, Provider: "aws", Region: "us-east-1", Zones: member1.Zones,
		})
		miss = clusters.Match(&bare) || clusters.Match(nil) || above.Match(&member1)
	}), "no allocation for a temporary Cluster or for a region that is not a number")
	require.True(t, hit)
	require.False(t, miss)
}

func BenchmarkClustersMatch(b *testing.B) {
	clusters, err := selector.NewClusters(picky)
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		if !clusters.Match(&member1) {
			b.Fatal(clusters.Why(&member1))
		}
	}
}
