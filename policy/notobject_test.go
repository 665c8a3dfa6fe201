package policy_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy"
)

func TestErrNotObject(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"values of a Helm chart", "image: {tag: v1}\n", true},
		{"a list", "- a\n", true},
		{"a string", "hunter2\n", true},
		{"nothing is known", "{}\n", true},
		{"null as type", "{kind: null, apiVersion: null, metadata: {name: x}}\n", true},
		{"no kind", "apiVersion: v1\nmetadata: {name: x}\n", false},
		{"no apiVersion", "kind: Pod\n", false},
		{"an invalid kind", "kind: 5\n", false},
		{"an item of a list", "{apiVersion: v1, kind: List, items: [{a: 1}]}\n", false},
		{"invalid YAML", "a: {{ .Values.b }}\n---\n]\n", false},
	} {
		_, err := policy.Decode(strings.NewReader(c.text))
		require.Error(t, err, c.name)
		require.Equal(t, c.want, errors.Is(err, policy.ErrNotObject), "%s: %v", c.name, err)
		var place *policy.Error
		require.ErrorAs(t, err, &place, c.name)
		require.Equal(t, 1, place.Document, c.name)
	}
}
