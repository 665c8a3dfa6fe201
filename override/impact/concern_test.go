package impact_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/selector"
)

// TestRowsSkip has changes of one policy, and the objects that are computed for it. The others are skipped.
func TestRowsSkip(t *testing.T) {
	t.Parallel()
	var objects []*unstructured.Unstructured
	for _, name := range []string{"api", "web"} {
		objects = append(objects, &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Test", "metadata": map[string]any{
			"namespace": "shop", "name": name, "labels": map[string]any{"app": name},
		}}})
	}
	named := func(name string) selector.ObjectSelector {
		return selector.ObjectSelector{APIVersion: "v1", Kind: "Test", Name: name}
	}
	app := func(values ...string) selector.ObjectSelector {
		return selector.ObjectSelector{APIVersion: "v1", Kind: "Test", LabelSelector: &metav1.LabelSelector{
			MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "app", Operator: metav1.LabelSelectorOpIn, Values: values}},
		}}
	}
	of := func(name, line string, selectors ...selector.ObjectSelector) overridetest.Policy {
		return overridetest.Policy{Name: name, Objects: selectors, Steps: overridetest.Do(line)}
	}
	for _, c := range []struct {
		name, reason  string
		others        []overridetest.Policy
		before, after overridetest.Policy
		computed      string
		changed       int
	}{
		{
			"wider", "web is selected as before", nil,
			of("p", "set /a 1", app("web")), of("p", "set /a 1", app("web", "api")), "api", 1,
		},
		{
			"rank", "web is selected with another rank, so q is applied first", []overridetest.Policy{of("q", "set /a 2", app("web"))},
			of("p", "set /a 1", app("web")), of("p", "set /a 1", app("web"), named("web")), "web", 1,
		},
		{
			"rules", "the rules differ", nil,
			of("p", "set /a 1", app("web")), of("p", "set /a 2", app("web", "api")), "api web", 2,
		},
		{
			"written label", "the label of api may be another one when p selects", []overridetest.Policy{of("relabels", "set /metadata/labels/app db", app("api"))},
			of("shop/p", "set /a 1", app("web", "api")), of("shop/p", "set /a 1", app("web", "api", "db")), "api", 1,
		},
		{
			"no label", "the label of web is written, but p does not select by labels", []overridetest.Policy{of("relabels", "set /metadata/labels/app db", app("web"))},
			of("shop/p", "set /a 1", named("web")), of("shop/p", "set /a 1", named("web"), named("api")), "api", 1,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			state := func(p overridetest.Policy) impact.State {
				return impact.State{Policies: override.NewSet(overridetest.Compile(t, append(slices.Clone(c.others), p))...), Clusters: []selector.Cluster{{Name: "m0"}}}
			}
			made := impact.Change{Before: state(c.before), After: state(c.after), Objects: impact.Same(objects...)}
			require.Equal(t, c.changed, requireRows(t, made).Changed)
			var computed []string
			for row := range made.Rows() {
				if row.Counts.Skipped == 0 {
					computed = append(computed, row.Object.Name)
				}
			}
			require.Equal(t, c.computed, strings.Join(computed, " "), c.reason)
		})
	}
}
