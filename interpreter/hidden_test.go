package interpreter_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/selector"
)

// TestErrorOfSecret has errors about a Secret, and about a kind that the caller declares secret.
func TestErrorOfSecret(t *testing.T) {
	t.Parallel()
	of := func(kind string) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": kind, "metadata": map[string]any{"name": "x"}}}
	}
	vaults := redact.Places(func(o selector.Object) []jsontree.Pointer {
		if o.Kind == "Vault" {
			return []jsontree.Pointer{{"spec"}}
		}
		return nil
	})
	const hidden = "the reason is not shown, because it may contain a secret value"
	cause := fmt.Errorf("is the string \"hunter2\": %w", context.Canceled)
	for _, c := range []struct {
		name, reason, kind string
		at                 jsontree.Pointer
		places             redact.Places
		want               string
	}{
		{"data", "it is the data of a Secret", "Secret", jsontree.Pointer{"data", "a"}, nil, "Retain: Secret x: /data/a " + hidden},
		{"an unknown place", "it may be data", "Secret", nil, nil, "Retain: Secret x: " + hidden},
		{"another place", "the field is not secret", "Secret", jsontree.Pointer{"type"}, nil, "Retain: Secret x: /type " + cause.Error()},
		{"ConfigMap", "the kind has no secret fields", "ConfigMap", jsontree.Pointer{"data", "a"}, nil, "Retain: ConfigMap x: /data/a " + cause.Error()},
		{"nothing", "the caller hides nothing", "Secret", jsontree.Pointer{"data", "a"}, redact.Nothing, "Retain: Secret x: /data/a " + cause.Error()},
		{"the caller's", "the caller hides it", "Vault", jsontree.Pointer{"spec", "a"}, vaults, "Retain: Vault x: /spec/a " + hidden},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			object := of(c.kind)
			err := interpreter.NewRegistry().Hiding(c.places).Hidden(object, interpreter.NewError(interpreter.Retain, object, c.at, cause))
			require.EqualError(t, err, c.want, c.reason)
			require.ErrorIs(t, err, context.Canceled)
			var failed *interpreter.Error
			require.ErrorAs(t, err, &failed)
			require.ErrorContains(t, failed.Reveal(), "hunter2")
			require.Equal(t, cause, failed.Reveal().Err)
		})
	}
	var none *interpreter.Registry
	require.EqualError(t, none.Hidden(of("Secret"), errors.New("hunter2")), hidden, "an unknown error may quote a value")
	require.EqualError(t, none.Hidden(of("ConfigMap"), errors.New("hunter2")), "hunter2")
	require.NoError(t, none.Hidden(of("Secret"), nil))
	require.EqualError(t, none.Hidden(nil, errors.New("hunter2")), "hunter2")
}
