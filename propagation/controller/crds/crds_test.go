package crds

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"
)

func TestIsEstablished(t *testing.T) {
	for _, c := range []struct {
		name, definition string
		want             bool
	}{
		{"no status", "{}", false},
		{"null, as just after the creation", "status: {conditions: null}", false},
		{"none", "status: {conditions: []}", false},
		{"only accepted", `status: {conditions: [{type: NamesAccepted, status: "True"}]}`, false},
		{"not yet", `status: {conditions: [{type: Established, status: "False"}]}`, false},
		{"established", `status: {conditions: [{type: NamesAccepted, status: "True"}, {type: Established, status: "True"}]}`, true},
		{"not conditions", "status: {conditions: [1, null]}", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			definition := &unstructured.Unstructured{}
			require.NoError(t, yaml.Unmarshal([]byte(c.definition), &definition.Object))
			require.Equal(t, c.want, isEstablished(definition))
		})
	}
}
