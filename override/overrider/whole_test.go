package overrider_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/overrider"
)

// TestWholeCommandAndArgs runs every case twice, for the command and, with the words exchanged, for the arguments.
func TestWholeCommandAndArgs(t *testing.T) {
	t.Parallel()
	const set, add, remove = overrider.ListSet, overrider.ListAppend, overrider.ListDelete
	for _, c := range []struct {
		name, reason string
		container    string
		verb         overrider.ListVerb
		values       []string
		want         string // of the container; empty: no change
		skips        []string
		code         override.Code
		err          string
	}{
		{"set", "rule 1: the values replace the list", "command: [a, b]", set, []string{"c"}, "command: [c]", nil, "", ""},
		{"set without a list", "rule 1: the list is created", "image: i", set, []string{"c"}, "image: i, command: [c]", nil, "", ""},
		{"set nothing", "rule 1: without values, the list is empty", "command: [a]", set, nil, "command: []", nil, "", ""},
		{"set on another type", "rule 4: the old command does not count", "command: {a: b}", set, []string{"c"}, "command: [c]", nil, "", ""},
		{"set on numbers", "rule 4: the old command does not count", "command: [1, null]", set, []string{"c"}, "command: [c]", nil, "", ""},
		{"set the same", "an equal value is not a change", "command: [a, b]", set, []string{"a", "b"}, "", []string{"already up to date"}, "", ""},

		{"append", "rule 2: the values are appended, even equal ones", "command: [a, b]", add, []string{"c", "a"}, "command: [a, b, c, a]", nil, "", ""},
		{"append without a list", "rule 4: absent is an empty list", "image: i", add, []string{"c"}, "image: i, command: [c]", nil, "", ""},
		{"append to null", "rule 4: null is an empty list", "command: null", add, []string{"c"}, "command: [c]", nil, "", ""},
		{"append nothing", "rule 2: at least one value is required", "command: [a]", add, nil, "", nil, override.CodeFault, "append without values"},
		{"append to another type", "rule 4: it is not a list", "command: run", add, []string{"c"}, "", nil, override.CodeValue, `/spec/pod/containers/0/command is the string "run", expected a list of strings`},
		{"append to numbers", "rule 4: each item is a string", "command: [a, 1]", add, []string{"c"}, "", nil, override.CodeValue, "/spec/pod/containers/0/command/1 is the number 1, expected a string"},

		{"delete", "rule 3: every equal item is removed", "command: [a, b, a, c]", remove, []string{"c", "a"}, "command: [b]", nil, "", ""},
		{"delete everything", "rule 3: the list becomes null", "command: [a, a]", remove, []string{"a"}, "command: null", nil, "", ""},
		{"delete without a list", "rule 3: it becomes null, too", "image: i", remove, []string{"a"}, "image: i, command: null", nil, "", ""},
		{"delete from an empty list", "rule 3: an empty list becomes null, too", "command: []", remove, []string{"a"}, "command: null", nil, "", ""},
		{"delete an absent item", "everything else stays", "command: [a]", remove, []string{"b"}, "", []string{"already up to date"}, "", ""},
		{"delete no values", "nothing equals nothing", "command: [a]", remove, nil, "", []string{"already up to date"}, "", ""},
		{"delete from null", "null stays null", "command: null", remove, []string{"a"}, "", []string{"already up to date"}, "", ""},
		{"delete from numbers", "rule 4: each item is a string", "command: [null]", remove, []string{"a"}, "", nil, override.CodeValue, "/spec/pod/containers/0/command/0 is null, expected a string"},
	} {
		for name, compile := range map[string]func(overrider.Containers, overrider.ListVerb,
			[]string) override.Overrider{"command": overrider.WholeCommand, "args": overrider.WholeArgs} {
			words := strings.NewReplacer("command", name)
			t.Run(name+"/"+c.name, trial{
				reason: c.reason, object: inContainer(words.Replace(c.container)), steps: overridetest.One(compile(overridetest.Containers("web"), c.verb, c.values)),
				want: inContainer(words.Replace(c.want)), skips: c.skips, code: c.code, err: words.Replace(c.err),
			}.run)
		}
	}
}

// inContainer returns an object with a container web of that content; empty for none.
func inContainer(content string) string {
	if content == "" {
		return ""
	}
	return "spec: {pod: {containers: [{name: web, " + content + "}]}}"
}

// TestWholeLabels runs every case twice, for labels and, with the words exchanged, for annotations.
func TestWholeLabels(t *testing.T) {
	t.Parallel()
	const insert, replace, remove = overrider.MapInsert, overrider.MapReplace, overrider.MapDelete
	for _, c := range []struct {
		name, reason string
		metadata     string
		verb         overrider.MapVerb
		values       map[string]string
		want         string // of metadata; empty: no change
		skips        []string
		code         override.Code
		err          string
	}{
		{"insert", "rule 1: keys are added", "{labels: {a: x}}", insert, map[string]string{"b": "z", "c": ""}, `{labels: {a: x, b: z, c: ""}}`, nil, "", ""},
		{"insert an existing key", "rule 1: the error names the first such key", "{labels: {b: x, c: x}}", insert, map[string]string{"a": "z", "b": "z", "c": "z"}, "", nil, override.CodeValue, `/metadata/labels/b is the string "x", expected no such key`},
		{"insert the same", "rule 1: even with the same value", "{labels: {a: x}}", insert, map[string]string{"a": "x"}, "", nil, override.CodeValue, `/metadata/labels/a is the string "x", expected no such key`},
		{"insert no keys", "rule 1: it is an error", "{labels: {a: x}}", insert, nil, "", nil, override.CodeFault, "insert without keys"},
		{"insert without labels", "rule 3: absent labels are created", "{name: web}", insert, map[string]string{"a": "z"}, "{name: web, labels: {a: z}}", nil, "", ""},
		{"insert where the map is null", "rule 3: null is an empty map", "{labels: null}", insert, map[string]string{"a": "z"}, "{labels: {a: z}}", nil, "", ""},
		{"keys are keys", "keys are not escaped", "{labels: {a/b: x}}", insert, map[string]string{"a~1b": "1", "-": "2"}, `{labels: {a/b: x, a~1b: "1", "-": "2"}}`, nil, "", ""},

		{"replace", "rule 2: existing keys are set", "{labels: {a: x, b: x}}", replace, map[string]string{"a": "z"}, "{labels: {a: z, b: x}}", nil, "", ""},
		{"replace absent keys", "rule 2: absent keys have a reason", "{labels: {a: x}}", replace, map[string]string{"a": "z", "c": "z", "b": "z"}, "{labels: {a: z}}", []string{`/metadata/labels has no key "b"`, `/metadata/labels has no key "c"`}, "", ""},
		{"replace without labels", "rule 3: it is still created", "{name: web}", replace, map[string]string{"a": "z"}, "{name: web, labels: {}}", []string{`/metadata/labels has no key "a"`}, "", ""},
		{"replace no keys", "rule 3: an absent map is still created", "{name: web}", replace, nil, "{name: web, labels: {}}", nil, "", ""},
		{"replace the same", "an equal value is not a change", "{labels: {a: x}}", replace, map[string]string{"a": "x"}, "", []string{"already up to date"}, "", ""},

		{"delete", "rule 2: values do not count", "{labels: {a: x, b: x}}", remove, map[string]string{"a": "other"}, "{labels: {b: x}}", nil, "", ""},
		{"delete the last key", "the map stays, empty", "{labels: {a: x}}", remove, map[string]string{"a": ""}, "{labels: {}}", nil, "", ""},
		{"delete absent keys", "rule 2: the reason is recorded", "{labels: {a: x}}", remove, map[string]string{"b": ""}, "", []string{`/metadata/labels has no key "b"`}, "", ""},
		{"delete where the map is null", "rule 3: it becomes an empty map", "{labels: null}", remove, map[string]string{"b": ""}, "{labels: {}}", []string{`/metadata/labels has no key "b"`}, "", ""},

		{"a list", "rule 4: it is an error", "{labels: [a]}", replace, map[string]string{"a": "z"}, "", nil, override.CodeValue, "/metadata/labels is a list, expected an object of strings"},
		{"a number among them", "rule 4: it is an error, whatever the key", "{labels: {a: x, c: 3, b: 2}}", remove, map[string]string{"a": ""}, "", nil, override.CodeValue, "/metadata/labels/b is the number 2, expected a string"},
		{"null among them", "rule 4: null is not a string", "{labels: {a: null}}", insert, map[string]string{"b": "z"}, "", nil, override.CodeValue, "/metadata/labels/a is null, expected a string"},
		{"no metadata", "metadata is not created", "null", insert, map[string]string{"a": "z"}, "", nil, override.CodePath, "set /metadata/labels: /metadata is null, expected an object or a list"},
	} {
		for name, compile := range map[string]func(overrider.MapVerb, map[string]string) override.Overrider{"labels": overrider.WholeLabels, "annotations": overrider.WholeAnnotations} {
			words := strings.NewReplacer("/labels", "/"+name, "{labels", "{"+name, " labels:", " "+name+":")
			want, skips := "", []string(nil)
			if c.want != "" {
				want = "metadata: " + words.Replace(c.want)
			}
			for _, reason := range c.skips {
				skips = append(skips, words.Replace(reason))
			}
			t.Run(name+"/"+c.name, trial{
				reason: c.reason, object: "metadata: " + words.Replace(c.metadata), steps: overridetest.One(compile(c.verb, c.values)),
				want: want, skips: skips, code: c.code, err: words.Replace(c.err),
			}.run)
		}
	}
}

func TestWholeEnv(t *testing.T) {
	t.Parallel()
	const insert, replace, remove = overrider.MapInsert, overrider.MapReplace, overrider.MapDelete
	for _, c := range []struct {
		name, reason string
		container    string
		verb         overrider.MapVerb
		variables    string
		want         string // of the container; empty: no change
		skips        []string
		code         override.Code
		err          string
	}{
		{"insert", "rule 1: variables are appended", "env: [{name: A}]", insert, "[{name: C, value: c}, {name: B}]", "env: [{name: A}, {name: C, value: c}, {name: B}]", nil, "", ""},
		{"insert without a list", "the list is created", "image: i", insert, "[{name: A}]", "image: i, env: [{name: A}]", nil, "", ""},
		{"insert into null", "null is an empty list", "env: null", insert, "[{name: A}]", "env: [{name: A}]", nil, "", ""},
		{"insert an existing name", "rule 1: it is an error", "env: [{name: A}, {name: B}]", insert, "[{name: C}, {name: B, value: b}]", "", nil, override.CodeValue, `/spec/pod/containers/0/env is a list that has "B", expected no such variable`},
		{"insert a name twice", "rule 1: even one that it has inserted itself", "env: []", insert, "[{name: A}, {name: A}]", "", nil, override.CodeValue, `/spec/pod/containers/0/env is a list that has "A", expected no such variable`},
		{"insert nothing", "rule 1: it is an error", "env: []", insert, "[]", "", nil, override.CodeFault, "insert without variables"},

		{"replace", "rule 2: each replaces every entry with its name, as a whole", "env: [{name: A, value: x}, {name: B}, {name: A, valueFrom: {}}]", replace, "[{name: A, value: z}]", "env: [{name: A, value: z}, {name: B}, {name: A, value: z}]", nil, "", ""},
		{"replace an absent name", "rule 2: the reason is recorded", "env: [{name: A}]", replace, "[{name: B}, {name: A, value: z}]", "env: [{name: A, value: z}]", []string{`/spec/pod/containers/0/env has no variable "B"`}, "", ""},
		{"replace one twice", "the later variable wins", "env: [{name: A}]", replace, "[{name: A, value: y}, {name: A, value: z}]", "env: [{name: A, value: z}]", nil, "", ""},
		{"others stay", "other entries do not change, even unusual ones", "env: [{name: A, value: '', note: [1]}, {value: nameless}, {name: 5}, {name: B}]", replace, "[{name: B, value: z}]", "env: [{name: A, value: '', note: [1]}, {value: nameless}, {name: 5}, {name: B, value: z}]", nil, "", ""},

		{"delete", "rule 3: every entry with one of the names is removed; other fields do not count", "env: [{name: A}, {name: B}, {name: A, value: x}, {name: C}]", remove, "[{name: A, value: other}, {name: C}]", "env: [{name: B}]", nil, "", ""},
		{"delete everything", "rule 4: the list becomes null", "env: [{name: A}]", remove, "[{name: A}]", "env: null", nil, "", ""},
		{"delete without a list", "rule 4: it is written as null", "image: i", remove, "[{name: A}]", "image: i, env: null", []string{`/spec/pod/containers/0/env has no variable "A"`}, "", ""},
		{"delete nothing from nothing", "rule 4: an empty list, too", "env: []", remove, "[]", "env: null", nil, "", ""},
		{"delete an absent name", "the reason is recorded", "env: [{name: A}]", remove, "[{name: B}]", "", []string{`/spec/pod/containers/0/env has no variable "B"`}, "", ""},

		{"another type", "rule 5: it is not a list", "env: {A: x}", replace, "[{name: A}]", "", nil, override.CodeValue, "/spec/pod/containers/0/env is an object, expected a list of environment variables"},
		{"an entry of another type", "rule 5: each entry must be an object, whatever the names", "env: [{name: A}, A=x]", replace, "[{name: A}]", "", nil, override.CodeValue, `/spec/pod/containers/0/env/1 is the string "A=x", expected an environment variable`},
	} {
		var variables []map[string]any
		for _, v := range overridetest.Value(c.variables).([]any) {
			variables = append(variables, v.(map[string]any))
		}
		t.Run(c.name, trial{
			reason: c.reason, object: inContainer(c.container), steps: overridetest.One(overrider.WholeEnv(overridetest.Containers("web"), c.verb, variables)),
			want: inContainer(c.want), skips: c.skips, code: c.code, err: c.err,
		}.run)
	}
}

// TestWholeWhere shows which containers are selected, and what happens if they do not exist.
func TestWholeWhere(t *testing.T) {
	t.Parallel()
	steps := func(first, required bool) []override.Overrider {
		where := overridetest.Containers("web")
		where.Init, where.First, where.Required = true, first, required
		return overridetest.One(overrider.WholeArgs(where, overrider.ListSet, []string{"-z"}))
	}
	for _, c := range []trial{
		{
			name: "all with the name", reason: "init containers and others, even two of one name", steps: steps(false, false),
			object: "spec: {pod: {initContainers: [{name: web}], containers: [{name: web}, {name: other}, {name: web}]}}",
			want:   "spec: {pod: {initContainers: [{name: web, args: [-z]}], containers: [{name: web, args: [-z]}, {name: other}, {name: web, args: [-z]}]}}",
		}, {
			name: "the first with the name", reason: "init containers are searched first", steps: steps(true, false),
			object: "spec: {pod: {initContainers: [{name: init}, {name: web}, {name: web}], containers: [{name: web}]}}",
			want:   "spec: {pod: {initContainers: [{name: init}, {name: web, args: [-z]}, {name: web}], containers: [{name: web}]}}",
		}, {
			name: "the first that is not an init container", reason: "if no init container has the name", steps: steps(true, false),
			object: "spec: {pod: {initContainers: [{name: init}], containers: [{name: web}, {name: web}]}}",
			want:   "spec: {pod: {initContainers: [{name: init}], containers: [{name: web, args: [-z]}, {name: web}]}}",
		}, {
			name: "none with the name", reason: "it is not an error, and the reason is recorded once", steps: steps(true, true),
			object: "spec: {pod: {initContainers: [{name: init}], containers: [{name: other}]}}",
			skips:  []string{`/spec/pod/containers has no container "web"`},
		}, {
			name: "another kind", reason: "it has no containers", object: "{apiVersion: v1, kind: ConfigMap}", steps: steps(true, false),
			skips: []string{"v1 ConfigMap has no known pod spec"},
		}, {
			name: "another kind, if a pod spec is required", reason: "it is an error", object: "{apiVersion: v1, kind: ConfigMap}", steps: steps(true, true),
			code: override.CodeValue, err: "/kind is v1 ConfigMap, expected a kind with a pod spec",
		},
	} {
		t.Run(c.name, c.run)
	}
}

// TestWholeInLanes shows that writing a whole list or map undoes what another lane of the stage has done to a part, even if the
// step itself changes nothing.
func TestWholeInLanes(t *testing.T) {
	t.Parallel()
	const before = "{kind: Test, metadata: {labels: {a: x}}, spec: {pod: {containers: [{name: web, args: [a], env: [{name: A, value: x}]}]}}}"
	for _, c := range []struct {
		name, reason string
		part         []override.Overrider
		whole        override.Overrider
		want         string
	}{
		{"labels", "the map is that before the stage", overridetest.Do("set /metadata/labels/a z", "set /metadata/labels/b z"), overrider.WholeLabels(overrider.MapDelete, nil), before},
		{"arguments", "the list is, too", overridetest.Do("set /spec/pod/containers/0/args/0 z"), overrider.WholeArgs(overridetest.Containers("web"), overrider.ListDelete, nil), before},
		{"variables", "these are, too", overridetest.Do("set /spec/pod/containers/0/env/0/value z"), overrider.WholeEnv(overridetest.Containers("web"), overrider.MapDelete, nil), before},
		{"elsewhere", "only the map or list itself is written", overridetest.Do("set /spec/pod/containers/0/command [z]"), overrider.WholeArgs(overridetest.Containers("web"), overrider.ListAppend, []string{"b"}),
			"{kind: Test, metadata: {labels: {a: x}}, spec: {pod: {containers: [{name: web, command: [z], args: [a, b], env: [{name: A, value: x}]}]}}}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			result, err := overridetest.Apply(t, overridetest.Object(before), overridetest.Member1,
				overridetest.Policy{Name: "p", Rules: []overridetest.Rule{{Lanes: [][]override.Overrider{c.part, overridetest.One(c.whole)}}}})
			require.NoError(t, err, c.reason)
			got, err := result.Object()
			require.NoError(t, err)
			require.Equal(t, overridetest.Object(c.want).Object, got.Object, c.reason)
		})
	}
	t.Run("entries of one lane", func(t *testing.T) {
		t.Parallel()
		result, err := overridetest.Apply(t, overridetest.Object(before), overridetest.Member1, overridetest.Policy{Name: "p", Rules: []overridetest.Rule{{Lanes: [][]override.Overrider{
			{overrider.WholeLabels(overrider.MapInsert, map[string]string{"b": "y"}), overrider.WholeLabels(overrider.MapReplace, map[string]string{"b": "z"}), overrider.WholeLabels(overrider.MapDelete, map[string]string{"a": ""})}, {},
		}}}})
		require.NoError(t, err)
		got, err := result.Object()
		require.NoError(t, err)
		require.Equal(t, map[string]any{"b": "z"}, got.Object["metadata"].(map[string]any)["labels"], "each reads the result of the previous one")
	})
}
