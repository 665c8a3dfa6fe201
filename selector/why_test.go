package selector_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/selector"
)

// TestWhyMany has selectors that are too many or too long for a reason.
func TestWhyMany(t *testing.T) {
	const many = 5000
	long := strings.Repeat("n", 1<<20)
	var names, kinds []selector.ObjectSelector
	for i := range many {
		names = append(names, selector.ObjectSelector{APIVersion: "v1", Kind: "ConfigMap", Name: fmt.Sprint("n", i)})
		kinds = append(kinds, selector.ObjectSelector{APIVersion: "v1", Kind: "Secret", Name: fmt.Sprint("n", i)})
	}
	invalid := &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "app", Operator: metav1.LabelSelectorOperator(long)}}}
	for _, c := range []struct {
		name, reason string
		selectors    []selector.ObjectSelector
		why          string
	}{
		{"many names", "the others are counted", names, "name web is not n0; name web is not n1; name web is not n2; name web is not n3; name web is not n4; …and 4995 more"},
		{"many names of another kind", "they have one reason", kinds, "kind ConfigMap is not Secret"},
		{"many names, and another kind", "the nearest ones come first, and the kind counts once", append(kinds[:many:many], names[:2]...), "name web is not n0; name web is not n1; kind ConfigMap is not Secret"},
		{"many names, and the nearest one is the last", "all selectors are compared", append(names[:many:many], selector.ObjectSelector{APIVersion: "v2", Kind: "ConfigMap", Name: "web"}), "apiVersion v1 is not v2; name web is not n0; name web is not n1; name web is not n2; name web is not n3; …and 4996 more"},
		{"a long name", "the reason is for each of many objects", []selector.ObjectSelector{{APIVersion: "v1", Kind: "ConfigMap", Name: long}}, "name web is not " + long[:253] + "…"},
		{"a long fault", "the reason is for each of many objects", []selector.ObjectSelector{{APIVersion: "v1", Kind: "ConfigMap", LabelSelector: invalid}}, `label selector is invalid: [0].labelSelector.matchExpressions[0].operator: Unsupported value: "` + long[:932] + "…"},
	} {
		t.Run(c.name, func(t *testing.T) {
			objects, _ := selector.NewObjects(c.selectors...)
			object := selector.Object{APIVersion: "v1", Kind: "ConfigMap", Namespace: "shop", Name: "web"}
			require.Equal(t, c.why, objects.Why(object), c.reason)
			require.Less(t, testing.AllocsPerRun(1, func() { objects.Why(object) }), 2000.0, "a reason must not be formatted for each selector")
		})
	}
}
