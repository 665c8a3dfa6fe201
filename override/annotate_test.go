package override_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/selector"
)

// TestAnnotatedYAML shows which lines have a comment. In the expected lines, "~0" is the origin of the first step, and so on.
func TestAnnotatedYAML(t *testing.T) {
	t.Parallel()
	long := "a long text that goes on for more than one line, as it is written, because it has more than eighty letters and spaces"
	for _, c := range []struct {
		name, reason string
		object       string
		steps        []string
		want         []string
	}{
		{
			"nothing changed", "there is no comment",
			"{x: 1, m: {}}", nil,
			[]string{"apiVersion: v1", "kind: Test", "m: {}", "x: 1"},
		}, {
			"keys", "the line of the value has it, and not that of the map",
			"{m: {a: 1, b: 1}}", []string{"set /m/a 2", "set /m/c {d: []}"},
			[]string{"apiVersion: v1", "kind: Test", "m:", "  a: 2 # ~0", "  b: 1", "  c:", "    d: [] # ~1"},
		}, {
			"lists", "an element that moved has it, too",
			"{l: [{a: 1}, 2]}", []string{"add /l/0 [x]"},
			[]string{"apiVersion: v1", "kind: Test", "l:", "- - x # ~0", "- a: 1 # ~0", "- 2 # ~0"},
		}, {
			"removed", "removed values follow at the end, the outermost place of each",
			"{m: {a: {b: 1}, c: 1}, l: [1, 2]}", []string{"remove /m/a", "remove /l/0"},
			[]string{"apiVersion: v1", "kind: Test", "l:", "- 2 # ~1", "m:", "  c: 1", "# /l/1 was removed: ~1", "# /m/a was removed: ~0"},
		}, {
			"emptied", "the empty map is a value, too",
			"{m: {a: 1}}", []string{"remove /m/a"},
			[]string{"apiVersion: v1", "kind: Test", "m: {} # ~0", "# /m/a was removed: ~0"},
		}, {
			"a block scalar", "the comment is after the block indicator",
			"{x: 1}", []string{`set /t "a\n# b\n"`, "set /x 2"},
			[]string{"apiVersion: v1", "kind: Test", "t: | # ~0", "  a", "  # b", "x: 2 # ~1"},
		}, {
			"a block scalar at the end", "the comment is after the block indicator",
			"{}", []string{`set /t "a\n\n\nb"`},
			[]string{"apiVersion: v1", "kind: Test", "t: |- # ~0", "  a", "", "", "  b"},
		}, {
			"a long string", "the comment is after its last line",
			"{}", []string{"set /t " + long, "set /z 1"},
			[]string{"apiVersion: v1", "kind: Test", "t: " + long[:81], "  " + long[82:] + " # ~0", "z: 1 # ~1"},
		}, {
			"line breaks that only YAML knows", "the comment is at the end of the value that it is for",
			"{}", []string{`set /s "a\u2028b"`, `set /t "a\u2029b"`, "set /z 1"},
			[]string{"apiVersion: v1", "kind: Test", "s: \"a\\u2028b\" # ~0", "t: \"a\\u2029b\" # ~1", "z: 1 # ~2"},
		}, {
			"quotes", "a string may look like a comment",
			"{}", []string{`set /t "a # b"`, `set /u "# c"`},
			[]string{"apiVersion: v1", "kind: Test", "t: 'a # b' # ~0", "u: '# c' # ~1"},
		}, {
			"keys in quotes", "they are keys like any other",
			`{m: {"1": a, "true": b, "a: b": c}}`, []string{"set /m/1 x", "set /m/true x", "set /m/a:~1b x", "set /m {'a: b': x, '{}': []}", "set /m/null x"},
			[]string{"apiVersion: v1", "kind: Test", "m:", "  '{}': [] # ~3", "  'a: b': x # ~3", `  "null": x # ~4`, "# /m/1 was removed: ~3", "# /m/true was removed: ~3"},
		}, {
			"another type", "removed values inside the map are not listed",
			"{m: {a: 1}}", []string{"set /m x"},
			[]string{"apiVersion: v1", "kind: Test", "m: x # ~0"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			obj := overridetest.Object(c.object)
			obj.SetKind("Test")
			result, err := overridetest.Apply(t, obj, overridetest.Member1, overridetest.Policy{Name: "p", Steps: overridetest.Do(c.steps...)})
			require.NoError(t, err)
			text, err := result.AnnotatedYAML()
			require.NoError(t, err)
			require.Equal(t, c.want, annotated(string(text)), c.reason)
		})
	}
}

// annotated returns the lines of the YAML, with short origins.
func annotated(text string) []string {
	return strings.Split(strings.TrimSuffix(stepName.ReplaceAllString(text, "~$1"), "\n"), "\n")
}

var stepName = regexp.MustCompile(`ClusterPolicy p: rules\[0\]\.steps\[(\d)\]`)

// TestAnnotatedYAMLError shows that an object that is not JSON has no YAML.
func TestAnnotatedYAMLError(t *testing.T) {
	t.Parallel()
	result, err := override.Apply(&unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Test", "bad": 5}}, overridetest.Member1)
	require.NoError(t, err)
	_, wanted := result.Object()
	_, err = result.AnnotatedYAML()
	require.Error(t, err)
	require.Equal(t, wanted, err)
}

// TestAnnotatedYAMLOrigin shows that an origin stays on its line, whatever characters it has.
func TestAnnotatedYAMLOrigin(t *testing.T) {
	t.Parallel()
	result, err := override.Apply(overridetest.Object("{kind: Test}"), overridetest.Member1,
		overridetest.Policy{Name: "p\nx: 2 #\u2028z", Steps: overridetest.Do("set /x 1")}.Compile(t))
	require.NoError(t, err)
	text, err := result.AnnotatedYAML()
	require.NoError(t, err)
	require.Equal(t, "apiVersion: v1\nkind: Test\nx: 1 # ClusterPolicy p�x: 2 #�z: rules[0].steps[0]\n", string(text))
}

// TestAnnotatedControlCharacters checks that the YAML of values with control characters is read as the same values.
func TestAnnotatedControlCharacters(t *testing.T) {
	t.Parallel()
	value := "a\u007fb\u0085c\u2028d\x1be\u0001"
	object := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": "a"}, "data": map[string]any{"old": value, "key\u0085": value},
	}}
	policy, err := override.NewPolicy(override.PolicySpec{
		Ref: override.Ref{Kind: "Policy", Name: "p"}, Rules: []override.Rule{{Stages: override.Steps(override.Step{Overrider: overridetest.Do(`set /data/new "x"`)[0]})}},
	})
	require.NoError(t, err)
	result, err := override.Apply(object, selector.Cluster{Name: "member1"}, policy)
	require.NoError(t, err)
	text, err := result.AnnotatedYAML()
	require.NoError(t, err)
	var got map[string]any
	require.NoError(t, yaml.Unmarshal(text, &got))
	require.Equal(t, map[string]any{"old": value, "key\u0085": value, "new": "x"}, got["data"], "%s", text)
	require.Contains(t, string(text), "new: x # Policy p: rules[0].steps[0]")
}
