package jsontree_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		text         string
		want         jsontree.Pointer
		again        string // what String gives, if it is not the text
	}{
		{"the document", "no tokens name the whole document", "", nil, ""},
		{"a key", "a token is what stands behind a slash", "/spec", jsontree.Pointer{"spec"}, ""},
		{"keys", "any number of them", "/spec/replicas/0/-", jsontree.Pointer{"spec", "replicas", "0", "-"}, ""},
		{"the empty key", "a slash alone names the key without letters", "/", jsontree.Pointer{""}, ""},
		{"empty tokens", "each slash begins one", "//a//", jsontree.Pointer{"", "a", "", ""}, ""},
		{"escapes", "~1 is a slash and ~0 a tilde", "/a~1b/m~0n", jsontree.Pointer{"a/b", "m~n"}, ""},
		{"escapes behind each other", "they are read from left to right, once", "/~01/~10", jsontree.Pointer{"~1", "/0"}, ""},
		{"other tildes", "they stand for themselves, and are escaped when written", "/~/a~2", jsontree.Pointer{"~", "a~2"}, "/~0/a~02"},
		{"any text", "nothing else has a meaning", "/ %20é\"\\\x00", jsontree.Pointer{" %20é\"\\\x00"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, err := jsontree.Parse(c.text)
			require.NoError(t, err, c.reason)
			require.Equal(t, c.want, p, c.reason)
			if c.again == "" {
				c.again = c.text
			}
			require.Equal(t, c.again, p.String(), c.reason)
			back, err := jsontree.Parse(p.String())
			require.NoError(t, err)
			require.True(t, p.Equal(back), "String gives the same tokens back: %q", back)
		})
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, text, err string }{
		{"no slash", "a pointer begins with a slash, and what json-patch does without one is to drop a token", "spec/x", `JSON pointer "spec/x" must be empty or start with "/"`},
		{"a dot", "there are no other ways to write a path", ".spec.x", `JSON pointer ".spec.x" must be empty or start with "/"`},
		{"a space in front", "nothing is trimmed", " /spec", `JSON pointer " /spec" must be empty or start with "/"`},
		{"long", "a long text is cut", strings.Repeat("x", 100), `JSON pointer "` + strings.Repeat("x", 80) + `"… must be empty or start with "/"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := jsontree.Parse(c.text)
			require.EqualError(t, err, c.err, c.reason)
		})
	}
}

func TestPointerChild(t *testing.T) {
	t.Parallel()
	p := jsontree.Pointer{"spec"}
	p = append(make(jsontree.Pointer, 0, 8), p...)
	list, second := p.Child("list"), p.Index(2)
	require.Equal(t, "/spec/list", list.String(), "a child does not share memory with another one")
	require.Equal(t, "/spec/2", second.String())
	require.Equal(t, "/spec", p.String())
	require.Equal(t, "/spec/a/b", p.Child("a", "b").String(), "several tokens may be added at once")
	c := p.Child()
	c[0] = "status"
	require.Equal(t, "/spec", p.String(), "without tokens, it is a copy")
}

func TestPointerHasPrefix(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		reason string
		p, q   string
		want   bool
	}{
		{"the document holds everything", "/a/b", "", true},
		{"a place holds what is inside", "/a/b", "/a", true},
		{"a place holds itself", "/a/b", "/a/b", true},
		{"a place is not held by what is inside", "/a", "/a/b", false},
		{"tokens are compared, not texts", "/ab", "/a", false},
		{"another branch", "/a/b", "/a/c", false},
		{"the empty key is a key", "/a", "/", false},
	} {
		p, err := jsontree.Parse(c.p)
		require.NoError(t, err)
		q, err := jsontree.Parse(c.q)
		require.NoError(t, err)
		require.Equal(t, c.want, p.HasPrefix(q), c.reason)
		require.Equal(t, c.want && len(p) == len(q), p.Equal(q), c.reason)
	}
}

// FuzzParse holds String against Parse: what was parsed is written so that it is parsed again to the same.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "/", "/a/b", "/a~1b~0c~2", "//~", "a"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := jsontree.Parse(text)
		if err != nil {
			require.True(t, text != "" && text[0] != '/')
			return
		}
		require.Len(t, p, strings.Count(text, "/"), "every slash begins a token")
		again, err := jsontree.Parse(p.String())
		require.NoError(t, err)
		require.True(t, p.Equal(again), "%q and %q", p, again)
		require.Equal(t, p.String(), again.String())
	})
}
