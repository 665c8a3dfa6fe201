package textedit_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// TestErrorIsBounded checks that long paths do not make errors long, and are not cut inside of a character.
func TestErrorIsBounded(t *testing.T) {
	t.Parallel()
	for _, token := range []string{"a", "é", "\u20ac"} {
		path := jsontree.Pointer{"x" + strings.Repeat(token, 5000)}
		for range 5000 {
			path = append(path, token)
		}
		errs := []error{(&textedit.Error{Op: jsontree.Add, Path: path, Err: errors.New("why")})}
		patch, err := textedit.NewPatch(operation(jsontree.Remove, path, ""))
		require.NoError(t, err)
		_, err = patch.YAML([]byte("b: 1\n"), 0)
		errs = append(errs, err)
		_, err = patch.JSON([]byte(`{"b":1}`))
		errs = append(errs, err)
		_, err = textedit.NewPatch(operation(jsontree.Add, path, "no JSON"))
		errs = append(errs, err)
		_, err = textedit.NewPatch(operation(jsontree.Add, append(path, "\xff"), "1"))
		errs = append(errs, err)
		for _, err := range errs {
			require.Error(t, err)
			require.Less(t, len(err.Error()), 1000)
			require.True(t, utf8.ValidString(err.Error()), "%q", err)
		}
	}
}

// TestNilError calls the methods of a nil error.
func TestNilError(t *testing.T) {
	t.Parallel()
	var e *textedit.Error
	require.Equal(t, "no error", e.Error())
	require.NoError(t, e.Unwrap())
}
