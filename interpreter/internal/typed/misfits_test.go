package typed_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter/internal/typed"
	"github.com/overridekit/overridekit/override/jsontree"
)

// TestMisfits has the places of a Pod whose values do not convert. The value is at a place of the Pod, empty for the Pod itself.
func TestMisfits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, at, value, want string }{
		{"null", "it is the zero value", "", "null", ""},
		{"a list", "a Pod is an object", "", "[]", "(root)"},
		{"unknown fields", "they are ignored, whatever is in them", "", "{specs: 5, Spec: 5, spec: {nodename: 5}}", ""},
		{"all places", "in the order of keys and elements", "", "{spec: {nodeSelector: {b: 1, a: 2, c: x}, containers: [{name: 1}, null, x]}, kind: 3}", "/kind /spec/containers/0/name /spec/containers/2 /spec/nodeSelector/a /spec/nodeSelector/b"},
		{"integers", "they wrap around, but a fraction is not one", "/spec", `{"priority":9000000000,"activeDeadlineSeconds":1e30,"terminationGracePeriodSeconds":1.5}`, "/spec/terminationGracePeriodSeconds"},
		{"a number or a string", "it decodes itself, and does not wrap", "/spec/containers/3/livenessProbe/httpGet/port", "3000000000", "/spec/containers/3/livenessProbe/httpGet/port"},
		{"a quantity", "it decodes itself", "/spec/containers/0/resources/limits", "{cpu: x, memory: 1.5, a: {}}", "/spec/containers/0/resources/limits/a /spec/containers/0/resources/limits/cpu"},
		{"a time", "it decodes itself", "/metadata", "{creationTimestamp: yesterday, deletionTimestamp: '2026-01-01T00:00:00Z'}", "/metadata/creationTimestamp"},
		{"a place in a map", "its values have a type", "/metadata/labels/a", "5", "/metadata/labels/a"},
		{"an unknown place", "it has no type", "/spec/other/0", "5", ""},
		{"a place in a string", "it has no type", "/spec/nodeName/0", "5", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			at, err := jsontree.Parse(c.at)
			require.NoError(t, err)
			var places []string
			for place := range typed.Named("Pod").Misfits(at, load(t, c.value)) {
				text := place.String()
				if text == "" {
					text = "(root)"
				}
				places = append(places, text)
			}
			require.Equal(t, c.want, strings.Join(places, " "), c.reason)
			for range typed.Named("Pod").Misfits(at, load(t, c.value)) {
				break // a caller may stop
			}
		})
	}
	for place := range typed.Named("Secret").Misfits(nil, load(t, "{data: {a: [300, null, 1.5], b: [300], c: '%'}}")) {
		require.Contains(t, []string{"/data/a", "/data/c"}, place.String(), "bytes wrap around")
	}
}
