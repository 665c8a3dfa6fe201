package template_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/template"
)

// TestLazyNeedsPlacement places an unchanged template by a lazy policy that has claimed it before. Only a binding with a placement is left as it is.
func TestLazyNeedsPlacement(t *testing.T) {
	t.Parallel()
	control := controlOf(t, `activationPreference: Lazy, placement: {}`, false)
	control.Changed = func(override.Ref) bool { return true }
	object := deployment(t)
	first, err := template.Place(t.Context(), control, template.Input{Template: object})
	require.NoError(t, err)
	object = first.Row.ClaimEdit.Apply(object)
	for _, c := range []struct {
		name     string
		stored   func(b api.Binding) api.Binding
		changed  bool
		wantLazy bool
	}{
		{"a binding with a placement", func(b api.Binding) api.Binding { return b }, false, true},
		{"the template has changed", func(b api.Binding) api.Binding { return b }, true, false},
		{"a binding that others require", func(b api.Binding) api.Binding { b.BindingSpec().Placement = nil; return b }, false, false},
		{"a binding of another object", func(b api.Binding) api.Binding { b.BindingSpec().Resource.Kind = "StatefulSet"; return b }, false, false},
		{"no binding", func(api.Binding) api.Binding { return nil }, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			control := *control
			control.Changed = func(override.Ref) bool { return c.changed }
			placed, err := template.Place(t.Context(), &control, template.Input{Template: object, Binding: c.stored(first.Binding.DeepCopyObject().(api.Binding))})
			require.NoError(t, err)
			require.Equal(t, c.wantLazy, placed.Lazy)
		})
	}
}
