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
		again        string // the result of String, if it is not text
	}{
		{"the document", "the empty pointer names the whole document", "", nil, ""},
		{"a key", "a token follows a slash", "/spec", jsontree.Pointer{"spec"}, ""},
		{"keys", "any number of tokens is valid", "/spec/replicas/0/-", jsontree.Pointer{"spec", "replicas", "0", "-"}, ""},
		{"the empty key", "a single slash names the empty key", "/", jsontree.Pointer{""}, ""},
		{"empty tokens", "each slash begins a token", "//a//", jsontree.Pointer{"", "a", "", ""}, ""},
		{"escapes", "~1 is a slash and ~0 a tilde", "/a~1b/m~0n", jsontree.Pointer{"a/b", "m~n"}, ""},
		{"adjacent escapes", "they are read once, from left to right", "/~01/~10", jsontree.Pointer{"~1", "/0"}, ""},
		{"other tildes", "they are literal, and String escapes them", "/~/a~2", jsontree.Pointer{"~", "a~2"}, "/~0/a~02"},
		{"other characters", "they are not special", "/ %20é\"\\\x00", jsontree.Pointer{" %20é\"\\\x00"}, ""},
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
			require.True(t, p.Equal(back), "Parse of String returns other tokens: %q", back)
		})
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, text, err string }{
		{"no slash", "a pointer begins with a slash; json-patch would drop a token", "spec/x", `JSON pointer "spec/x" must be empty or start with "/"`},
		{"a dot", "no other syntax is supported", ".spec.x", `JSON pointer ".spec.x" must be empty or start with "/"`},
		{"a leading space", "spaces are not trimmed", " /spec", `JSON pointer " /spec" must be empty or start with "/"`},
		{"long", "the message shortens it", strings.Repeat("x", 100), `JSON pointer "` + strings.Repeat("x", 80) + `"… must be empty or start with "/"`},
		{"long and not ASCII", "the message ends with a whole character", "x" + strings.Repeat("é", 100), `JSON pointer "x` + strings.Repeat("é", 39) + `"… must be empty or start with "/"`},
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
	require.Equal(t, "/spec/list", list.String(), "children do not share memory")
	require.Equal(t, "/spec/2", second.String())
	require.Equal(t, "/spec", p.String())
	require.Equal(t, "/spec/a/b", p.Child("a", "b").String(), "several tokens can be added at once")
	c := p.Child()
	c[0] = "status"
	require.Equal(t, "/spec", p.String(), "without tokens, Child is a copy")
}

func TestPointerHasPrefix(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		reason string
		p, q   string
		want   bool
	}{
		{"the document contains everything", "/a/b", "", true},
		{"a value contains its children", "/a/b", "/a", true},
		{"a pointer is its own prefix", "/a/b", "/a/b", true},
		{"a child does not contain its parent", "/a", "/a/b", false},
		{"tokens are compared, not strings", "/ab", "/a", false},
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

// FuzzParse checks that Parse and String round-trip.
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
