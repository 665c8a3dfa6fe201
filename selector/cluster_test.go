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

// member1 is the cluster that most cases look at; bare is one about which only the name is known.
var (
	member1 = selector.Cluster{
		Name: "member1", Labels: map[string]string{"env": "dev"},
		Provider: "aws", Region: "us-east-1", Zones: []string{"a", "b"},
	}
	bare = selector.Cluster{Name: "bare"}
)

// where is a selector of one field requirement.
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
		{"zero", "an empty selector takes every cluster", selector.ClusterSelector{}, member1, ""},
		{
			"named", "one of the names is enough",
			selector.ClusterSelector{Names: []string{"member2", "member1"}}, member1, "",
		}, {
			"not named", "the names stand as the author ordered them",
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
			"no name", "a cluster without a name is told apart from a missing word",
			selector.ClusterSelector{Names: []string{"member1"}}, selector.Cluster{},
			`cluster "" is not one of (member1)`,
		}, {
			"empty label selector", "present and empty is as good as absent",
			selector.ClusterSelector{LabelSelector: &metav1.LabelSelector{}}, bare, "",
		}, {
			"label", "labels are those of the cluster object",
			selector.ClusterSelector{LabelSelector: matchLabels("env", "dev")}, member1, "",
		}, {
			"wrong label", "what the cluster has is said with the key",
			selector.ClusterSelector{LabelSelector: matchLabels("env", "prod")}, member1, "label env=dev is not in (prod)",
		}, {
			"absent label", "a label that is missing is not one that is wrong",
			selector.ClusterSelector{LabelSelector: matchLabels("env", "prod")}, bare, "label env is absent, wanted in (prod)",
		},

		{"In", "one of the values is enough", where("provider", "In", "gcp", "aws"), member1, ""},
		{"not In", "what the cluster has comes before what was wanted", where("region", "In", "cn-north-1"), member1, "region us-east-1 is not in (cn-north-1)"},
		{"In absent", "an empty provider is no provider", where("provider", "In", "aws"), bare, "no provider, wanted in (aws)"},
		{"In empty", "an absent value is not the empty value", where("provider", "In", ""), bare, `no provider, wanted in ("")`},
		{"NotIn absent", "an absent value is in no list", where("provider", "NotIn", "aws"), bare, ""},
		{"NotIn", "a listed value", where("provider", "NotIn", "aws"), member1, "provider aws is in (aws), wanted none of these"},
		{"Exists", "any value will do", where("region", "Exists"), member1, ""},
		{"Exists absent", "an empty region is no region", where("region", "Exists"), bare, "no region, wanted any value"},
		{"DoesNotExist absent", "an empty region is no region", where("region", "DoesNotExist"), bare, ""},
		{"DoesNotExist", "any value is one too many", where("region", "DoesNotExist"), member1, "region us-east-1 is present, wanted absent"},
		{"Gt", "numbers compare as numbers: 10 > 9", where("region", "Gt", "9"), selector.Cluster{Region: "10"}, ""},
		{"Gt equal", "above means above", where("region", "Gt", "9"), selector.Cluster{Region: "9"}, "region 9 is not above 9"},
		{"Gt no number", "what is no number is not compared", where("region", "Gt", "9"), member1, "region us-east-1 is not an integer, wanted above 9"},
		{"Gt absent", "an absent value is not zero", where("region", "Gt", "9"), bare, "no region, wanted above 9"},
		{"Lt", "a region may be negative, though a bound may not", where("region", "Lt", "9"), selector.Cluster{Region: "-10"}, ""},
		{"Lt absent", "an absent value is not zero", where("region", "Lt", "9"), bare, "no region, wanted below 9"},
		{"Lt too large", "an integer beyond 64 bits is none", where("region", "Lt", "9"), selector.Cluster{Region: "-9223372036854775809"},
			"region -9223372036854775809 is not an integer, wanted below 9"},
		{"odd value of a cluster", "only the selector is validated", where("region", "NotIn", "r1"), selector.Cluster{Region: "not a label!"}, ""},
		{"unknown field", "no cluster has it", where("country", "In", "cn"), member1,
			"clusters have no field country (only provider, region and zone), wanted in (cn)"},
		{"unknown field absent", "which is enough for NotIn", where("country", "NotIn", "cn"), member1, ""},
		{"capital field", "fields are compared exactly", where("Zone", "DoesNotExist"), member1, ""},

		{"zone In", "one overlap is enough", where("zone", "In", "c", "b"), member1, ""},
		{"zone not In", "both lists are said", where("zone", "In", "c"), member1, "zones (a, b) are not in (c)"},
		{"zone In none", "no zones overlap with nothing", where("zone", "In", "c"), bare, "no zones, wanted in (c)"},
		{"zone In nothing", "zones are not validated; nothing is in an empty list", where("zone", "In"), member1, "zones (a, b) are not in ()"},
		{"zone In odd", "any value may be compared with", where("zone", "In", "not a label!"), selector.Cluster{Zones: []string{"not a label!"}}, ""},
		{"zone NotIn", "one overlap is too much", where("zone", "NotIn", "b", "c"), member1, "zones (a, b) overlap (b, c), wanted none of these"},
		{"zone NotIn none", "no zones overlap with nothing", where("zone", "NotIn", "c"), bare, ""},
		{"zone Exists", "values are not looked at", where("zone", "Exists", "c"), member1, ""},
		{"zone Exists none", "an empty list is no zone", where("zone", "Exists"), bare, "no zones, wanted any value"},
		{"zone DoesNotExist none", "an empty list is no zone", where("zone", "DoesNotExist"), bare, ""},
		{"zone DoesNotExist", "any zone is one too many", where("zone", "DoesNotExist"), member1, "zones (a, b) are present, wanted absent"},
		{"zone Gt", "any other operator is met by nothing, and is no error", where("zone", "Gt", "1"), selector.Cluster{Zones: []string{"2"}},
			"operator Gt is not known for zones, known are (In, NotIn, Exists, DoesNotExist)"},
		{"zone without operator", "an empty operator is not In", where("zone", ""), bare,
			`operator "" is not known for zones, known are (In, NotIn, Exists, DoesNotExist)`},

		{
			"name before label", "what was said by name is what a reader would check first",
			selector.ClusterSelector{
				LabelSelector: matchLabels("env", "prod"), Names: []string{"member2"},
				Fields: []selector.FieldRequirement{{Key: "zone", Operator: "In", Values: []string{"c"}}},
			}, member1, "cluster member1 is not one of (member2)",
		}, {
			"label before field", "then labels",
			selector.ClusterSelector{
				LabelSelector: matchLabels("env", "prod"), Names: []string{"member1"},
				Fields: []selector.FieldRequirement{{Key: "zone", Operator: "In", Values: []string{"c"}}},
			}, member1, "label env=dev is not in (prod)",
		}, {
			"fields in order", "zone does not come last, though it is judged apart",
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
			"operator", "operators are compared exactly",
			where("region", "in", "r1"), []string{"fields[0].operator"},
			`field selector is invalid: fields[0].operator: Unsupported value: "in": supported values: "In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"`,
		}, {
			"In without values", "nothing would be in it",
			where("region", "In"), []string{"fields[0].values"},
			`field selector is invalid: fields[0].values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty`,
		}, {
			"two faults", "all of them are found",
			where("bad key", "Gt", "x"), []string{"fields[0].key", "fields[0].values[0]"},
			`field selector is invalid: fields[0].key: Invalid value: "bad key": name part must consist of alphanumeric characters, '-', '_' or '.', ` +
				`and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is ` +
				`'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'), fields[0].values[0]: Invalid value: "x": for 'Gt', 'Lt' operators, the value must be an integer`,
		}, {
			"label operator", "a label selector has no Gt",
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

// TestRecordedClusterMatches replays answers of Karmada, commit f8fdd02df.
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

// picky looks at every fact of a cluster, and takes member1.
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
	}), "not for a cluster made on the spot, nor for a region that is no number")
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
