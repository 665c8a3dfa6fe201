package declared_test

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter/declared"
)

func TestDecode(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, stream string
		want         []string // the kinds
	}{
		{"nothing", ``, nil},
		{"comments and blanks", "# nothing\n---\n\n---\n# more\n", nil},
		{"one", "kind: A", []string{"A"}},
		{"one between markers", "---\nkind: A\n---\n", []string{"A"}},
		{"several", "kind: A\n--- # the next\nkind: B\n---\n---\nkind: C\n", []string{"A", "B", "C"}},
		{"Windows line endings", "kind: A\r\n---\r\nkind: B\r\n", []string{"A", "B"}},
		{"JSON is YAML", `{"kind": "A", "retain": ["/a"]}`, []string{"A"}},
		{"a last line of as many bytes as the buffer of the reader", `{"kind": "` + strings.Repeat("A", 4096-len(`{"kind": ""}`)) + `"}`, []string{strings.Repeat("A", 4096-len(`{"kind": ""}`))}},
		{"an alias", "kind: &a A\nretain: [*a]", []string{"A"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			declarations, err := declared.Decode(strings.NewReader(test.stream))
			require.NoError(t, err)
			var kinds []string
			for _, d := range declarations {
				kinds = append(kinds, d.Kind)
			}
			require.Equal(t, test.want, kinds)
		})
	}
}

func TestDecodeKeepsNumbers(t *testing.T) {
	t.Parallel()
	declarations, err := declared.Decode(strings.NewReader("health: [{equals: 9007199254740993}, {equals: 1.5}, {equals: false}, {equals: ''}, {atLeast: 0}]"))
	require.NoError(t, err)
	var values []any
	for _, c := range declarations[0].Health {
		values = append(values, c.Equals)
	}
	require.Equal(t, []any{int64(9007199254740993), 1.5, false, "", nil}, values)
	require.NotNil(t, declarations[0].Health[4].AtLeast)
}

func TestDecodeErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, stream string
		want         []string // substrings of the error
	}{
		{"an unknown field", "kind: A\n---\nkind: B\nreplica: {}\n", []string{`document 2: unknown field "replica", did you mean "replicas"?`}},
		{"an unknown field inside", "replicas: {pointers: /a}\n", []string{`document 1: unknown field "replicas.pointers", did you mean "pointer"?`}},
		{"an unknown field of an element", "components:\n- name: a\n- {replicas: {defalt: 1}}\n", []string{`document 1: unknown field "components[1].replicas.defalt", did you mean "default"?`}},
		{"an unknown field of another kind", "replicas: {template: /a}\n", []string{`document 1: unknown field "replicas.template"`}},
		{"another case", "Kind: A\n", []string{`document 1: unknown field "Kind", did you mean "kind"?`}},
		{"a repeated field", "kind: A\nkind: B\n", []string{`document 1: `, `key "kind" already set in map`}},
		{"another type", "retain: /a\n", []string{`document 1: `, `cannot unmarshal string into Go struct field Declaration.retain`}},
		{"a list", "- kind: A\n", []string{`document 1: `, `cannot unmarshal array`}},
		{"a string", "kind", []string{`document 1: `, `cannot unmarshal string`}},
		{"a default beyond int32", "replicas: {default: 2147483648}", []string{`document 1: `, `cannot unmarshal number`}},
		{"no YAML", "kind: A\n---\n{\n", []string{`document 2: `}},
		{"every error, without the empty documents in the count", "---\n# nothing\n---\na: 1\n---\nkind: A\n---\nb: 1\nc: 1\n", []string{"document 1: unknown field \"a\"\ndocument 3: unknown field \"b\"\nunknown field \"c\""}},
		{"a marker followed by content", "kind: A\n--- kind: B\n", []string{`document 1: `, `invalid Yaml document separator`}},
		{"aliases that grow exponentially", "a: &a [x, x, x, x, x, x, x, x, x]\n" + bomb(), []string{`document 1: `}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			declarations, err := declared.Decode(strings.NewReader(test.stream))
			require.Nil(t, declarations)
			for _, part := range test.want {
				require.ErrorContains(t, err, part)
			}
		})
	}
}

// bomb returns lines that each expand to nine times the one before.
func bomb() string {
	var b strings.Builder
	for name := 'b'; name <= 'k'; name++ {
		before := "*" + string(name-1)
		b.WriteString(string(name) + ": &" + string(name) + " [" + before + strings.Repeat(", "+before, 8) + "]\n")
	}
	return b.String()
}

func TestDecodeLimit(t *testing.T) {
	t.Parallel()
	full := "kind: A\n#" + strings.Repeat("-", declared.MaxBytes-9)
	declarations, err := declared.Decode(strings.NewReader(full))
	require.NoError(t, err)
	require.Len(t, declarations, 1)
	declarations, err = declared.Decode(strings.NewReader(full + "-"))
	require.Nil(t, declarations)
	require.EqualError(t, err, "the stream is longer than 1048576 bytes")
}

// TestDecodeManyErrors has a wrong document every six bytes.
func TestDecodeManyErrors(t *testing.T) {
	t.Parallel()
	_, err := declared.Decode(strings.NewReader(strings.Repeat("7\n---\n", 100_000)))
	require.ErrorContains(t, err, "document 100: ")
	require.NotContains(t, err.Error(), "document 101: ")
	require.ErrorContains(t, err, "too many errors")
}

// TestDecodeLongErrors has documents whose errors are as long as they are, or longer. Each is cut.
func TestDecodeLongErrors(t *testing.T) {
	t.Parallel()
	for name, document := range map[string]string{
		"a key many times":         strings.Repeat("a: 1\n", 150_000),
		"a long name":              "? " + strings.Repeat("a", 500_000) + "\n: 1\n",
		"a long name of two bytes": "? " + strings.Repeat("é", 250_000) + "\n: 1\n",
		"a long repeated key":      strings.Repeat("? "+strings.Repeat("é", 100_000)+"\n: 1\n", 2),
	} {
		_, err := declared.Decode(strings.NewReader("kind: A\n---\n" + document + "---\n7\n"))
		require.ErrorContains(t, err, "document 2: ", name)
		require.ErrorContains(t, err, "…\ndocument 3: ", name)
		require.Less(t, utf8.RuneCountInString(err.Error()), 1200, name)
		require.True(t, utf8.ValidString(err.Error()), name)
	}
}

func TestDecodeReadError(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	declarations, err := declared.Decode(iotest.ErrReader(broken))
	require.Nil(t, declarations)
	require.ErrorIs(t, err, broken)
}
