package native_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter/native"
)

func TestPodSpec(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason, template string
		cpu                    string // empty: no request
		err                    string
	}{
		{"pod spec", "it has containers at its root", `{containers: [{resources: {requests: {cpu: 1}}}]}`, "1", ""},
		{"template", "it has a spec", `{metadata: {labels: {a: b}}, spec: {containers: [{resources: {requests: {cpu: 1}}}]}}`, "1", ""},
		{"template with containers", "a value with a spec is a template", `{spec: {}, containers: [{resources: {requests: {cpu: 1}}}]}`, "", ""},
		{"null spec", "null is a spec too", `{spec: null, containers: [{resources: {requests: {cpu: 1}}}]}`, "", ""},
		{"null", "there is no request", `null`, "", ""},
		{"list", "it is not an object", `[]`, "", "the value is a list, expected an object"},
		{"wrong in the template", "the whole value is decoded", `{metadata: {labels: 1}, spec: {}}`, "", "/metadata/labels is the number 1, expected an object"},
		{"wrong in the spec", "the whole value is decoded", `{hostNetwork: 1}`, "", "/hostNetwork is the number 1, expected a boolean"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			template := decode(t, toJSON(t, c.template))
			requirements, err := native.PodRequirements(template)
			dependencies, dependencyErr := native.PodDependencies("shop", template)
			require.Equal(t, err, dependencyErr, c.reason)
			require.Nil(t, dependencies)
			if c.err != "" {
				require.EqualError(t, err, c.err, c.reason)
				require.Nil(t, requirements)
				return
			}
			require.NoError(t, err, c.reason)
			if c.cpu == "" {
				require.Nil(t, requirements, c.reason)
				return
			}
			cpu := requirements.ResourceRequest["cpu"]
			require.Equal(t, c.cpu, cpu.String(), c.reason)
		})
	}
}
