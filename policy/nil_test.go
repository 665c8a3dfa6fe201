package policy_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/testdata/exported"
)

// failing is a stream with a read error.
type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("broken") }

// TestNilArguments calls all functions with nil, with zero values and with invalid limits.
func TestNilArguments(t *testing.T) {
	t.Parallel()
	exported.Walk(t, map[string]func(t *testing.T){
		"Guard": func(t *testing.T) { require.False(t, policy.Guard(override.GuardNone).Guards(override.Namespaced)) },
		"Decode": func(t *testing.T) {
			bundle, err := policy.Decode(nil)
			require.Error(t, err)
			require.NotNil(t, bundle)
			_, err = policy.Decode(failing{})
			require.Error(t, err)
			_, err = policy.Decode(strings.NewReader("\x00\xff"))
			require.Error(t, err)
		},
		"Decoder.DecodeValues": func(t *testing.T) {
			for _, limits := range []policy.Limits{{Bytes: math.MinInt}, {Bytes: -1}, {Documents: -1}, {Bytes: 1}, {Depth: 1}} {
				_, err := policy.Decoder{Limits: limits}.DecodeValues(strings.NewReader("[[1]]\n"))
				require.Error(t, err)
			}
			_, err := policy.Decoder{}.DecodeValues(nil)
			require.Error(t, err)
			_, err = policy.Decoder{}.DecodeValues(failing{})
			require.Error(t, err)
		},
		"Decoder.Decode": func(t *testing.T) {
			const stream = "kind: A\napiVersion: v1\nmetadata: {name: a}\n"
			for _, limits := range []policy.Limits{{Bytes: math.MinInt}, {Bytes: -1}, {Documents: -1}, {Bytes: 1}} {
				_, err := policy.Decoder{Limits: limits}.Decode(strings.NewReader(stream))
				require.Error(t, err, "%+v", limits)
			}
			bundle, err := policy.Decoder{Limits: policy.Limits{Bytes: math.MaxInt, Documents: math.MaxInt, Depth: math.MaxInt, Aliases: math.MaxInt}}.Decode(strings.NewReader(stream))
			require.NoError(t, err)
			require.Len(t, bundle.Objects, 1, "the greatest limit does not overflow")
		},
		"DecodeInto": func(t *testing.T) {
			for _, into := range []runtime.Object{nil, (*api.OverridePolicy)(nil), &api.OverridePolicy{}} {
				require.Error(t, policy.DecodeInto(nil, into))
				require.Error(t, policy.DecodeInto([]byte("\x00\xff"), into))
				require.Error(t, policy.DecodeInto([]byte("{}"), into))
			}
		},
		"Decoder.DecodeInto": func(t *testing.T) {
			require.Error(t, policy.Decoder{Limits: policy.Limits{Bytes: math.MinInt}}.DecodeInto([]byte("kind: A\napiVersion: v1\n"), &unstructured.Unstructured{}))
		},
		"Bundle.Cluster": func(t *testing.T) {
			_, found := (&policy.Bundle{}).Cluster("")
			require.False(t, found)
		},
		"Bundle.Position": func(t *testing.T) {
			require.Equal(t, policy.Position{}, (&policy.Bundle{}).Position(override.Ref{}, "a[0]["))
		},
		"Bundle.ApplyScopes": func(t *testing.T) {
			object := &unstructured.Unstructured{}
			for _, b := range []*policy.Bundle{{}, {Assumed: []*unstructured.Unstructured{nil, object}, Objects: []*unstructured.Unstructured{nil, object}}} {
				require.NotPanics(t, func() { b.ApplyScopes(policy.Scopes{}) })
			}
		},
		"IsControlPlane": func(t *testing.T) { require.False(t, policy.IsControlPlane(schema.GroupKind{})) },
		"ScopesOf": func(t *testing.T) {
			scopes := policy.ScopesOf(nil, &unstructured.Unstructured{}, &unstructured.Unstructured{Object: map[string]any{"kind": 1, "spec": nil}})
			require.Equal(t, policy.Scopes{}, scopes)
			require.Equal(t, policy.Scopes{}, policy.ScopesOf())
		},
		"Scopes.Of": func(t *testing.T) { require.Equal(t, policy.ScopeUnknown, policy.Scopes{}.Of(schema.GroupKind{})) },
		"Error.Error": func(t *testing.T) {
			require.NotEmpty(t, (&policy.Error{}).Error())
		},
		"Error.Unwrap": func(t *testing.T) { require.NoError(t, (&policy.Error{}).Unwrap()) },
	})
}
