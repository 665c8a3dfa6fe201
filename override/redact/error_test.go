package redact_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
)

func TestError(t *testing.T) {
	t.Parallel()
	region := redact.Region{{"data"}, {"notes", "a"}}
	tree := jsontree.New(map[string]any{"data": map[string]any{"a": "hunter2"}, "type": "hunter2", "notes": "a=hunter2"})
	_, _, around := tree.Remove(jsontree.Pointer{"notes", "b"})
	_, _, below := tree.Remove(jsontree.Pointer{"data", "a", "x"})
	_, _, missing := tree.Remove(jsontree.Pointer{"data", "b"})
	tested := tree.Test(jsontree.Pointer{"data", "a"}, "swordfish")
	for _, c := range []struct {
		name, reason string
		at           jsontree.Pointer
		err          error
		want         string
	}{
		{"an edit below", "the value is not shown", jsontree.Pointer{"data", "a", "x"}, below, "remove /data/a/x: /data/a is ***, expected an object or a list"},
		{"an edit beside", "the string in the way may contain the value", jsontree.Pointer{"notes", "b"}, around, "remove /notes/b: /notes is ***, expected an object or a list"},
		{"a missing key", "the error has no value", jsontree.Pointer{"data", "b"}, missing, `remove /data/b: /data has no key "b"`},
		{"a test", "neither value is shown", jsontree.Pointer{"data", "a"}, tested, "test /data/a: /data/a is ***, expected another value"},
		{"an unknown error", "it may contain a value", jsontree.Pointer{"data", "a"}, errors.New("hunter2"), "the reason is not shown, because it may contain a secret value"},
		{"an unknown pointer", "it may be any", nil, errors.New("hunter2"), "the reason is not shown, because it may contain a secret value"},
		{"another pointer", "it is not secret", jsontree.Pointer{"type"}, errors.New("hunter2"), "hunter2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.EqualError(t, region.Error(c.at, c.err), c.want, c.reason)
			require.Equal(t, c.err, redact.Region(nil).Error(c.at, c.err), "an empty region does not change an error")
		})
	}
	require.NoError(t, region.Error(nil, nil))
}

// TestHide checks that errors.Is works for a hidden error, and that its message is hidden.
func TestHide(t *testing.T) {
	t.Parallel()
	err := fmt.Errorf("hunter2: %w", context.Canceled)
	hidden := redact.Hide(err, "no")
	require.ErrorIs(t, hidden, context.Canceled)
	require.NotErrorIs(t, hidden, context.DeadlineExceeded)
	require.NoError(t, errors.Unwrap(hidden))
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		require.NotContains(t, fmt.Sprintf(verb, hidden), "hunter2", verb)
	}
}

// TestWithoutNumber checks that only the number is removed.
func TestWithoutNumber(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, text, want string }{
		{"a number", "it may be a secret value", "json: cannot unmarshal number 5550123 into Go value of type int8", "json: cannot unmarshal number *** into Go value of type int8"},
		{"two numbers", "errors may be joined", "cannot unmarshal number -1e999 into Go value\ncannot unmarshal number 2 into Go value", "cannot unmarshal number *** into Go value\ncannot unmarshal number *** into Go value"},
		{"no literal", "nothing has to be hidden", "json: cannot unmarshal number into Go struct field T.a of type string", "json: cannot unmarshal number into Go struct field T.a of type string"},
		{"a string", "strings are not quoted", "json: cannot unmarshal string into Go value of type int8", "json: cannot unmarshal string into Go value of type int8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, redact.WithoutNumber(c.text), c.reason)
		})
	}
}
