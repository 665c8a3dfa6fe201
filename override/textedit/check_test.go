package textedit

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
)

// TestCheck spoils a text behind the back of what is known of it. Whatever a text then reads as, it is no text to give away.
func TestCheck(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason, format, text string
		spoil                      splice
	}{
		{"nothing", "what reads as it must is no error", "JSON", `{"a":1}`, splice{1, 1, " "}},
		{"no JSON", "it cannot be read", "JSON", `{"a":1,"b":2}`, splice{1, 6, ""}},
		{"another number", "a value is not what it was", "JSON", `{"a":1}`, splice{5, 6, "2"}},
		{"another key", "a key is not what it was", "JSON", `{"a":1}`, splice{2, 3, "b"}},
		{"one key less", "an entry is gone", "JSON", `{"a":1,"b":2}`, splice{6, 12, ""}},
		{"no list", "a list has become an object", "JSON", `{"a":[]}`, splice{5, 7, "{}"}},
		{"nothing in YAML", "comments are not compared", "YAML", "a: 1\n", splice{4, 4, " # c"}},
		{"no YAML", "it cannot be read", "YAML", "{a: 1, b: 2}\n", splice{1, 5, ""}},
		{"a longer scalar", "blank lines have become part of it", "YAML", "a: |+\n  x\nb: 1\n\nc: 3\n", splice{10, 15, ""}},
		{"another text", "a word is not what it was", "YAML", "a: x\n", splice{3, 4, "y"}},
		{"a number", "a text has become a number", "YAML", "a: '1'\n", splice{3, 6, "1"}},
		{"a text", "the tag makes a text of a number", "YAML", "a: 1\n", splice{3, 3, "! "}},
		{"another anchor", "an alias repeats something else", "YAML", "a: &x 1\nb: &y 1\nc: *x\n", splice{20, 21, "y"}},
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
				require.NoError(t, d.check(), c.reason)
				return
			}
			require.ErrorIs(t, d.check(), ErrNotInPlace, c.reason)
		})
	}
}

// TestNotInPlace sees that a patch gives an error, and no text, where an edit does not write what it must.
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

// spoiled is a document in which a byte is lost when it is checked.
type spoiled struct{ document }

func (d spoiled) check() error {
	d.base().write(splices{{0, 1, ""}})
	return d.document.check()
}
