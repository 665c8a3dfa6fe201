package override

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// TestAnnotatedYAMLIndents shows that an object has no YAML if it would be mostly indentation, because of many deep lines or of
// a string with many words.
func TestAnnotatedYAMLIndents(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes; the race detector, which runs the short tests, also allocates")
	}
	for name, content := range map[string]any{
		"many lines": wide(5000, 20_000, "x"),
		"many words": wide(5000, 1, strings.Repeat("x ", 20_000)),
		"many rows":  wide(5000, 1, strings.Repeat("x\n", 20_000)),
	} {
		result, err := Apply(&unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Test", "m": content}}, selector.Cluster{})
		require.NoError(t, err)
		bytes := allocated(func() { _, err = result.AnnotatedYAML() })
		require.EqualError(t, err, "Test: found more than 67108864 bytes of indentation as YAML, expected at most that", name)
		require.Less(t, bytes, uint64(64<<20), name)
	}
}

// TestAnnotatedYAMLRemoved shows that removed places are listed up to a limit, and then counted.
func TestAnnotatedYAMLRemoved(t *testing.T) {
	t.Parallel()
	const depth, places = 500, 3000
	was := wide(depth, places, "x")
	result := edited(t, map[string]any{"m": was}, 2, func(i int) patch {
		if i == 0 {
			return patch{jsontree.Set, at("m"), wide(depth, 0, "x")}
		}
		return patch{jsontree.Set, at("n"), int64(1)}
	})
	text, err := result.AnnotatedYAML()
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	require.Regexp(t, `^# …and \d+ more removed$`, lines[len(lines)-1])
	reported := strings.Count(string(text), " was removed: P 0: step 0\n")
	require.Greater(t, reported, 1000)
	require.Less(t, reported, places)
	require.Less(t, len(text), maxRemovedBytes+len(lines)*2*depth)
}

// TestAnnotatedYAMLLongOrigin shows that a comment cuts a long origin to 1024 characters.
func TestAnnotatedYAMLLongOrigin(t *testing.T) {
	t.Parallel()
	p, err := NewPolicy(PolicySpec{Ref: Ref{Kind: "P", Name: strings.Repeat("é", 100_000)},
		Rules: []Rule{{Stages: Steps(Step{At: "step", Overrider: patch{jsontree.Set, at("x"), int64(1)}})}}})
	require.NoError(t, err)
	result, err := Apply(&unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Test"}}, selector.Cluster{}, p)
	require.NoError(t, err)
	text, err := result.AnnotatedYAML()
	require.NoError(t, err)
	require.Equal(t, "apiVersion: v1\nkind: Test\nx: 1 # P "+strings.Repeat("é", 1022)+"…\n", string(text))
}

// TestSkipCyclic shows that a reason may have a map that contains itself as an argument.
func TestSkipCyclic(t *testing.T) {
	t.Parallel()
	cyclic := map[string]any{"apiVersion": "v1", "kind": "Test"}
	cyclic["a"] = cyclic
	p, err := NewPolicy(PolicySpec{Ref: Ref{Name: "p"}, Rules: []Rule{{Stages: Steps(Step{Overrider: OverriderFunc(func(in Input, out *Edits) error {
		v, _ := in.Get(at("a"))
		out.Skip("it is %v, not %v", v, map[string]any{"b": "c"})
		out.Warn(nil, "%s is %v", "a", []any{v})
		return nil
	})})}}})
	require.NoError(t, err)
	result, err := Apply(&unstructured.Unstructured{Object: cyclic}, selector.Cluster{}, p)
	require.NoError(t, err)
	require.Equal(t, "it is an object, not map[b:c]", result.Skips()[0].Reason)
	require.Equal(t, "a is a list", result.Warnings()[0].Text)
}
