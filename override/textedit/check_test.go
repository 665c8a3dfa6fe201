package textedit

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
)

// TestCheck changes a text without its nodes. check must find every difference.
func TestCheck(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason, format, text string
		spoil                      splice
	}{
		{"nothing", "the meaning is the same", "JSON", `{"a":1}`, splice{1, 1, " "}},
		{"not JSON", "it cannot be parsed", "JSON", `{"a":1,"b":2}`, splice{1, 6, ""}},
		{"another number", "a value differs", "JSON", `{"a":1}`, splice{5, 6, "2"}},
		{"another key", "a key differs", "JSON", `{"a":1}`, splice{2, 3, "b"}},
		{"one key less", "an entry is missing", "JSON", `{"a":1,"b":2}`, splice{6, 12, ""}},
		{"not a list", "the list is now an object", "JSON", `{"a":[]}`, splice{5, 7, "{}"}},
		{"nothing in YAML", "comments are not compared", "YAML", "a: 1\n", splice{4, 4, " # c"}},
		{"not YAML", "it cannot be parsed", "YAML", "{a: 1, b: 2}\n", splice{1, 5, ""}},
		{"a longer scalar", "blank lines are now part of it", "YAML", "a: |+\n  x\nb: 1\n\nc: 3\n", splice{10, 15, ""}},
		{"another string", "a value differs", "YAML", "a: x\n", splice{3, 4, "y"}},
		{"a number", "the string is now a number", "YAML", "a: '1'\n", splice{3, 6, "1"}},
		{"a string", "the tag makes the number a string", "YAML", "a: 1\n", splice{3, 3, "! "}},
		{"another anchor", "an alias repeats another node", "YAML", "a: &x 1\nb: &y 1\nc: *x\n", splice{20, 21, "y"}},
		{"the same anchor", "an alias repeats the last node of that name", "YAML", "a: &x 1\nb: &y 1\nc: *x\n", splice{12, 13, "x"}},
		{"another document", "the first ends early", "YAML", "a: 1\nb: 2\n", splice{5, 5, "---\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d, err := document(nil), error(nil)
			if c.format == "JSON" {
				d, err = readJSON([]byte(c.text))
			} else {
				d, err = readYAML([]byte(c.text), 0)
			}
			require.NoError(t, err)
			d.base().write(splices{c.spoil})
			if c.name == "nothing" || c.name == "nothing in YAML" {
				_, err := d.check()
				require.NoError(t, err, c.reason)
				return
			}
			_, err = d.check()
			require.ErrorIs(t, err, ErrNotInPlace, c.reason)
		})
	}
}

// TestNotInPlace checks that a patch returns an error and no text if an edit writes the wrong text.
func TestNotInPlace(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"JSON", "YAML"} {
		d, err := document(nil), error(nil)
		if format == "JSON" {
			d, err = readJSON([]byte(`{"a":1,"b":2}`))
		} else {
			d, err = readYAML([]byte("a: 1\nb: 2\n"), 0)
		}
		require.NoError(t, err)
		patch, err := NewPatch(Operation{Op: jsontree.Test, Path: []string{"b"}, Value: []byte("2")}, Operation{Op: jsontree.Replace, Path: []string{"b"}, Value: []byte("3")})
		require.NoError(t, err)
		after, err := patch.apply(spoiled{d})
		require.ErrorIs(t, err, ErrNotInPlace)
		require.Nil(t, after)
		var known *Error
		require.ErrorAs(t, err, &known)
		require.Equal(t, 1, known.Index, "the last operation that writes")
	}
}

// spoiled is a document that loses a byte before the check.
type spoiled struct{ document }

func (d spoiled) check() (document, error) {
	d.base().write(splices{{0, 1, ""}})
	return d.document.check()
}
