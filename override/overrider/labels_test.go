package overrider_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/overrider"
)

// TestLabels runs every case twice, for labels and, with the words exchanged, for annotations.
func TestLabels(t *testing.T) {
	t.Parallel()
	const set, replace, remove = "Set", "Replace", "Delete"
	for _, c := range []struct {
		name, reason string
		metadata     string
		verb         string
		values       string
		want         string // of metadata; empty: no change
		skips        []string
		err          string
	}{
		{"set", "keys are set, whether or not they exist", "{labels: {a: x, b: x}}", set, "{a: z, c: z}", "{labels: {a: z, b: x, c: z}}", nil, ""},
		{"set the same", "an equal value is not a change", "{labels: {a: x}}", set, "{a: x}", "", []string{"already up to date"}, ""},
		{"set without labels", "the map is created", "{name: web}", set, "{a: z}", "{name: web, labels: {a: z}}", nil, ""},
		{"set where the map is null", "null counts as absent", "{labels: null}", set, "{a: z}", "{labels: {a: z}}", nil, ""},
		{"set where the map is empty", "it is filled", "{labels: {}}", set, "{a: z}", "{labels: {a: z}}", nil, ""},
		{"set on a list", "a map of another type is an error", "{labels: [a]}", set, "{a: z}", "", nil, "/metadata/labels is a list, expected an object of strings"},
		{"set on a string", "a map of another type is an error", "{labels: a=b}", set, "{a: z}", "", nil, `/metadata/labels is the string "a=b", expected an object of strings`},
		{"set beside a number", "a map with a value that is not a string is an error that names the first such key", "{labels: {b: 2, a: x, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8}}", set, "{a: z}", "", nil, "/metadata/labels/b is the number 2, expected a string"},
		{"set beside null", "null is not a string", "{labels: {b: null}}", set, "{a: z}", "", nil, "/metadata/labels/b is null, expected a string"},
		{"set over a number", "even for the key itself", "{labels: {a: 1}}", set, "{a: z}", "", nil, "/metadata/labels/a is the number 1, expected a string"},
		{"set an empty value", "an empty string is a value", "{labels: {a: x}}", set, `{a: ""}`, `{labels: {a: ""}}`, nil, ""},
		{"set nothing", "no map is created without keys", "{name: web}", set, "{}", "", []string{"no keys are given"}, ""},
		{"keys are keys", "keys are not escaped, and a dash or a number is not an index", "{labels: {a/b: x}}", set, `{a~1b: "1", a/b: "2", "-": "3", "0": "4", x~: "5"}`, `{labels: {a~1b: "1", a/b: "2", "-": "3", "0": "4", x~: "5"}}`, nil, ""},
		{"the empty key", "it is a key like any other", "{labels: {a: x}}", set, `{"": z}`, `{labels: {a: x, "": z}}`, nil, ""},

		{"replace", "existing keys are set", "{labels: {a: x, b: x}}", replace, "{a: z}", "{labels: {a: z, b: x}}", nil, ""},
		{"replace an absent key", "it is skipped, with the reason", "{labels: {a: x}}", replace, "{a: z, b: z}", "{labels: {a: z}}", []string{`/metadata/labels has no key "b"`}, ""},
		{"replace without labels", "there are no keys to replace", "{name: web}", replace, "{a: z}", "", []string{"/metadata/labels is missing, expected an object of strings"}, ""},
		{"replace where the map is null", "there are no keys to replace", "{labels: null}", replace, "{a: z}", "", []string{"/metadata/labels is null, expected an object of strings"}, ""},
		{"replace beside a number", "a map of other values is skipped", "{labels: {a: x, b: 2}}", replace, "{a: z}", "", []string{"/metadata/labels/b is the number 2, expected a string"}, ""},
		{"replace nothing", "the reason is recorded", "{labels: {a: x}}", replace, "{}", "", []string{"no keys are given"}, ""},

		{"delete", "values do not count", "{labels: {a: x, b: x}}", remove, "{a: other}", "{labels: {b: x}}", nil, ""},
		{"delete the last key", "the map stays, empty", "{labels: {a: x}}", remove, `{a: ""}`, "{labels: {}}", nil, ""},
		{"delete an absent key", "it is skipped, with the reason", "{labels: {a: x}}", remove, `{b: "", c: ""}`, "", []string{`/metadata/labels has no key "b"`, `/metadata/labels has no key "c"`}, ""},
		{"delete without labels", "there are no keys to delete", "{}", remove, `{a: ""}`, "", []string{"/metadata/labels is missing, expected an object of strings"}, ""},
		{"delete on a list", "a map of other values is skipped", "{labels: [a]}", remove, `{a: ""}`, "", []string{"/metadata/labels is a list, expected an object of strings"}, ""},
		{"delete the empty key", "it is a key like any other", `{labels: {"": x}}`, remove, `{"": ""}`, "{labels: {}}", nil, ""},

		{"metadata null", "metadata of another type is skipped", "null", set, "{a: z}", "", []string{"/metadata is null, expected an object"}, ""},
		{"metadata a list", "metadata of another type is skipped", "[]", set, "{a: z}", "", []string{"/metadata is a list, expected an object"}, ""},
	} {
		for name, compile := range map[string]map[string]func(map[string]string) override.Overrider{
			"labels":      {set: overrider.SetLabels, replace: overrider.ReplaceLabels, remove: keysOf(overrider.DeleteLabels)},
			"annotations": {set: overrider.SetAnnotations, replace: overrider.ReplaceAnnotations, remove: keysOf(overrider.DeleteAnnotations)},
		} {
			words := strings.NewReplacer("labels", name)
			values := map[string]string{}
			for key, v := range overridetest.Value(c.values).(map[string]any) {
				values[key] = v.(string)
			}
			code, want := override.CodeValue, ""
			if c.want != "" {
				want = "metadata: " + words.Replace(c.want)
			}
			var skips []string
			for _, reason := range c.skips {
				skips = append(skips, words.Replace(reason))
			}
			t.Run(name+"/"+c.name, trial{
				reason: c.reason, object: "metadata: " + words.Replace(c.metadata), steps: overridetest.One(compile[c.verb](values)),
				want: want, skips: skips, code: code, err: strings.NewReplacer("/labels", "/"+name).Replace(c.err),
			}.run)
		}
	}
}

// TestLabelsMakeMetadata shows when metadata is created for an object without it: only if needed.
func TestLabelsMakeMetadata(t *testing.T) {
	t.Parallel()
	values := map[string]string{"a": "z"}
	t.Run("set", trial{
		reason: "absent metadata is created", object: "{}", steps: overridetest.One(overrider.SetLabels(values)),
		want: "metadata: {labels: {a: z}}",
	}.run)
	t.Run("delete", trial{
		reason: "nothing is created for a deletion", object: "{}", steps: overridetest.One(overrider.DeleteLabels(slices.Collect(maps.Keys(values))...)),
		skips: []string{"/metadata/labels is missing, expected an object of strings"},
	}.run)
}

// TestLabelsOfNoObject shows labels of a document that an earlier step of the stage has replaced by a list.
func TestLabelsOfNoObject(t *testing.T) {
	t.Parallel()
	labels := overrider.SetLabels(map[string]string{"a": "z"})
	_, err := overridetest.Apply(t, overridetest.Object("{kind: Test}"), overridetest.Member1,
		overridetest.Policy{Name: "p", Rules: []overridetest.Rule{{Lanes: [][]override.Overrider{append(overridetest.Do("replace  []"), labels)}}}})
	require.ErrorContains(t, err, `steps[1]: Test in cluster member1: add /metadata: the document is a list, "metadata" is not an index`)
}

// TestLabelsOrder shows that keys are written in sorted order, so that the same policy makes the same changes.
func TestLabelsOrder(t *testing.T) {
	t.Parallel()
	result, err := overridetest.Apply(t, overridetest.Object("{kind: Test, metadata: {labels: {c: x}}}"), overridetest.Member1,
		overridetest.Policy{Name: "p", Steps: overridetest.One(overrider.SetLabels(map[string]string{"c": "z", "B": "z", "a": "z", "b": "z"}))})
	require.NoError(t, err)
	var keys []string
	for _, c := range result.Changes() {
		keys = append(keys, c.Pointer[2])
	}
	require.Equal(t, []string{"B", "a", "b", "c"}, keys)
}

// keysOf adapts a function of keys to one of a map.
func keysOf(remove func(...string) override.Overrider) func(map[string]string) override.Overrider {
	return func(values map[string]string) override.Overrider {
		return remove(slices.Collect(maps.Keys(values))...)
	}
}
