package selector_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/selection"

	"github.com/overridekit/overridekit/selector"
)

// The fuzz targets read selectors from lines: "key Operator value,value" is an expression and "key=value" is a
// matchLabel. Labels are lines of the form "key=value". Every input is valid syntax.

func parseSelector(text string) *metav1.LabelSelector {
	s := &metav1.LabelSelector{MatchLabels: map[string]string{}}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if key, rest, ok := strings.Cut(line, " "); ok {
			operator, values := parseOperator(rest)
			s.MatchExpressions = append(s.MatchExpressions, metav1.LabelSelectorRequirement{
				Key: key, Operator: metav1.LabelSelectorOperator(operator), Values: values,
			})
		} else {
			key, value, _ := strings.Cut(line, "=")
			s.MatchLabels[key] = value
		}
	}
	return s
}

func parseOperator(text string) (operator string, values []string) {
	operator, list, found := strings.Cut(text, " ")
	if found {
		values = strings.Split(list, ",")
	}
	return operator, values
}

func parseLabels(text string) map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		all[key] = value
	}
	return all
}

// FuzzLabelSelector compares both kinds of selectors with metav1.LabelSelectorAsSelector: they accept the same
// label selectors, and the valid ones match the same labels.
func FuzzLabelSelector(f *testing.F) {
	for _, seed := range [][2]string{
		{"", ""},
		{"app=web", "app=web"},
		{"app=web\nenv In dev,prod\ntier Exists", "app=web\nenv=prod\ntier="},
		{"env NotIn dev", "app=web"},
		{"env NotIn dev,", "env="},
		{"env DoesNotExist", "env=dev"},
		{"n Gt 5", "n=7"},
		{"env In", "env=dev"},
		{"env Exists dev", "env=dev"},
		{"env In dev\nenv In prod,dev,a", "env=dev"},
		{"example.com/env In " + strings.Repeat("a", 64), "example.com/env=a"},
		{"/=\n=", "/="},
		{"a= b", "a= b"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, selectorText, labelText string) {
		labelSelector, set := parseSelector(selectorText), parseLabels(labelText)
		oracle, invalid := metav1.LabelSelectorAsSelector(labelSelector)
		want := invalid == nil && oracle.Matches(labels.Set(set))

		obj := selector.Object{Labels: map[string]any{}}
		for key, value := range set {
			obj.Labels[key] = value
		}
		objects, err := selector.NewObjects(selector.ObjectSelector{LabelSelector: labelSelector})
		require.Equal(t, invalid == nil, err == nil, "%v, %v", invalid, err)
		require.Equal(t, want, objects.Match(obj) == selector.RankLabels)
		require.Equal(t, want, objects.Why(obj) == "", "Why is empty exactly when the object matches")

		cluster := selector.Cluster{Labels: set}
		clusters, err := selector.NewClusters(selector.ClusterSelector{LabelSelector: labelSelector})
		require.Equal(t, invalid == nil, err == nil, "%v, %v", invalid, err)
		require.Equal(t, want, clusters.Match(&cluster))
		require.Equal(t, want, clusters.Why(&cluster) == "", "Why is empty exactly when the cluster matches")
	})
}

// FuzzFieldRequirements compares field requirements with labels.Selector for provider and region, and with
// a simple implementation of the rules for zones.
func FuzzFieldRequirements(f *testing.F) {
	for _, seed := range [][4]string{
		{"provider In aws,gcp", "aws", "", ""},
		{"provider NotIn aws\nregion Exists", "", "r1", ""},
		{"region Gt 5\nregion Lt 9223372036854775807", "", "+7", ""},
		{"region Gt 5", "", "9223372036854775808", ""},
		{"region Lt 5", "", "-9223372036854775808", ""},
		{"region Lt 5", "", "0_1", ""},
		{"country DoesNotExist", "aws", "r1", ""},
		{"zone In a,b", "", "", "b,c"},
		{"zone NotIn a,b\nregion In r1", "", "r1", "c"},
		{"zone Exists\nzone DoesNotExist", "", "", ""},
		{"zone Gt 1", "", "", "2"},
		{" Exists", "aws", "r1", ""},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3])
	}
	operators := map[string]selection.Operator{
		"In": selection.In, "NotIn": selection.NotIn, "Exists": selection.Exists,
		"DoesNotExist": selection.DoesNotExist, "Gt": selection.GreaterThan, "Lt": selection.LessThan,
	}
	f.Fuzz(func(t *testing.T, text, provider, region, zones string) {
		cluster := selector.Cluster{Provider: provider, Region: region}
		if zones != "" {
			cluster.Zones = strings.Split(zones, ",")
		}
		set := labels.Set{}
		if provider != "" {
			set["provider"] = provider
		}
		if region != "" {
			set["region"] = region
		}
		var s selector.ClusterSelector
		valid, want := true, true
		for line := range strings.Lines(text) {
			key, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			operator, values := parseOperator(rest)
			s.Fields = append(s.Fields, selector.FieldRequirement{Key: key, Operator: operator, Values: values})
			if key == "zone" {
				want = zonesMatch(cluster.Zones, operator, values) && want
				continue
			}
			known := operators[operator]
			if known == "" {
				known = "unknown"
			}
			r, err := labels.NewRequirement(key, known, values)
			valid = valid && err == nil
			want = err == nil && r.Matches(set) && want
		}
		clusters, err := selector.NewClusters(s)
		require.Equal(t, valid, err == nil, "%v", err)
		require.Equal(t, valid && want, clusters.Match(&cluster))
		require.Equal(t, valid && want, clusters.Why(&cluster) == "", "Why is empty exactly when the cluster matches")
	})
}

func zonesMatch(zones []string, operator string, values []string) bool {
	overlap := false
	for _, zone := range zones {
		overlap = overlap || slices.Contains(values, zone)
	}
	return operator == "In" && overlap || operator == "NotIn" && !overlap ||
		operator == "Exists" && len(zones) > 0 || operator == "DoesNotExist" && len(zones) == 0
}

// TestInteger compares the integers of Gt and Lt with strconv.ParseInt, at the limits of 64 bits and in syntax.
func TestInteger(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"0", "-0", "+0", "00", "7", "007", "-7", "+7", "--7", "+", "-", " 7", "7 ", "7.0", "7e3", "0x7", "1_0", "٧", "a", "/", ":",
		"922337203685477580", "9223372036854775807", "9223372036854775808", "9223372036854775809", "9223372036854775810",
		"-9223372036854775807", "-9223372036854775808", "-9223372036854775809", "-9223372036854775810",
		"18446744073709551616", "92233720368547758070", "00000000000000000000000000007", "+9223372036854775807",
	} {
		n, err := strconv.ParseInt(text, 10, 64)
		above, invalid := selector.NewClusters(where("region", "Gt", "5"))
		require.NoError(t, invalid)
		below, invalid := selector.NewClusters(where("region", "Lt", "9223372036854775807"))
		require.NoError(t, invalid)
		cluster := selector.Cluster{Region: text}
		require.Equal(t, err == nil && n > 5, above.Match(&cluster), text)
		require.Equal(t, err == nil && n < 9223372036854775807, below.Match(&cluster), text)
	}
}
