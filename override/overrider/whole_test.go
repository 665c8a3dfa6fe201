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
		{"set", "rule 1: the values take the place of the list", "command: [a, b]", set, []string{"c"}, "command: [c]", nil, "", ""},
		{"set where there is none", "rule 1: the list is made", "image: i", set, []string{"c"}, "image: i, command: [c]", nil, "", ""},
		{"set nothing", "rule 1: no values make an empty list", "command: [a]", set, nil, "command: []", nil, "", ""},
		{"set on another type", "rule 4: what was there does not count", "command: {a: b}", set, []string{"c"}, "command: [c]", nil, "", ""},
		{"set on numbers", "rule 4: what was there does not count", "command: [1, null]", set, []string{"c"}, "command: [c]", nil, "", ""},
		{"set the same", "what is already so is no change", "command: [a, b]", set, []string{"a", "b"}, "", []string{"already up to date"}, "", ""},

		{"append", "rule 2: the values come behind the list, also those that are there", "command: [a, b]", add, []string{"c", "a"}, "command: [a, b, c, a]", nil, "", ""},
		{"append where there is none", "rule 4: absent is an empty list", "image: i", add, []string{"c"}, "image: i, command: [c]", nil, "", ""},
		{"append to null", "rule 4: null is an empty list", "command: null", add, []string{"c"}, "command: [c]", nil, "", ""},
		{"append nothing", "rule 2: that is an error", "command: [a]", add, nil, "", nil, override.CodeFault, "append without values"},
		{"append to another type", "rule 4: it is no list", "command: run", add, []string{"c"}, "", nil, override.CodeValue, `/spec/pod/containers/0/command is the string "run", expected a list of strings`},
		{"append to numbers", "rule 4: each item is a string", "command: [a, 1]", add, []string{"c"}, "", nil, override.CodeValue, "/spec/pod/containers/0/command/1 is the number 1, expected a string"},

		{"delete", "rule 3: every item that equals a value goes", "command: [a, b, a, c]", remove, []string{"c", "a"}, "command: [b]", nil, "", ""},
		{"delete everything", "rule 3: the list becomes null", "command: [a, a]", remove, []string{"a"}, "command: null", nil, "", ""},
		{"delete where there is none", "rule 3: it becomes null, too", "image: i", remove, []string{"a"}, "image: i, command: null", nil, "", ""},
		{"delete from an empty list", "rule 3: so does an empty list", "command: []", remove, []string{"a"}, "command: null", nil, "", ""},
		{"delete what is not there", "everything else stays", "command: [a]", remove, []string{"b"}, "", []string{"already up to date"}, "", ""},
		{"delete no values", "nothing equals nothing", "command: [a]", remove, nil, "", []string{"already up to date"}, "", ""},
		{"delete from null", "null stays null", "command: null", remove, []string{"a"}, "", []string{"already up to date"}, "", ""},
		{"delete from numbers", "rule 4: each item is a string", "command: [null]", remove, []string{"a"}, "", nil, override.CodeValue, "/spec/pod/containers/0/command/0 is null, expected a string"},
	} {
		for name, compile := range map[string]func(overrider.Containers, overrider.ListVerb, []string) override.Overrider{"command": overrider.WholeCommand, "args": overrider.WholeArgs} {
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
		{"insert a key that is there", "rule 1: that is an error, and the first such key is named", "{labels: {b: x, c: x}}", insert, map[string]string{"a": "z", "b": "z", "c": "z"}, "", nil, override.CodeValue, `/metadata/labels/b is the string "x", expected no such key`},
		{"insert the same", "rule 1: also with the value that it has", "{labels: {a: x}}", insert, map[string]string{"a": "x"}, "", nil, override.CodeValue, `/metadata/labels/a is the string "x", expected no such key`},
		{"insert no keys", "rule 1: that is an error", "{labels: {a: x}}", insert, nil, "", nil, override.CodeFault, "insert without keys"},
		{"insert where there is no map", "rule 3: absent labels are made", "{name: web}", insert, map[string]string{"a": "z"}, "{name: web, labels: {a: z}}", nil, "", ""},
		{"insert where the map is null", "rule 3: null is an empty map", "{labels: null}", insert, map[string]string{"a": "z"}, "{labels: {a: z}}", nil, "", ""},
		{"keys are keys", "nothing in them is an escape", "{labels: {a/b: x}}", insert, map[string]string{"a~1b": "1", "-": "2"}, `{labels: {a/b: x, a~1b: "1", "-": "2"}}`, nil, "", ""},

		{"replace", "rule 2: keys that are there are written", "{labels: {a: x, b: x}}", replace, map[string]string{"a": "z"}, "{labels: {a: z, b: x}}", nil, "", ""},
		{"replace absent keys", "rule 2: of the others the reason is noted", "{labels: {a: x}}", replace, map[string]string{"a": "z", "c": "z", "b": "z"}, "{labels: {a: z}}", []string{`/metadata/labels has no key "b"`, `/metadata/labels has no key "c"`}, "", ""},
		{"replace where there is no map", "rule 3: it is made all the same", "{name: web}", replace, map[string]string{"a": "z"}, "{name: web, labels: {}}", []string{`/metadata/labels has no key "a"`}, "", ""},
		{"replace no keys", "rule 3: an absent map is made even so", "{name: web}", replace, nil, "{name: web, labels: {}}", nil, "", ""},
		{"replace the same", "what is already so is no change", "{labels: {a: x}}", replace, map[string]string{"a": "x"}, "", []string{"already up to date"}, "", ""},

		{"delete", "rule 2: the values given do not count", "{labels: {a: x, b: x}}", remove, map[string]string{"a": "other"}, "{labels: {b: x}}", nil, "", ""},
		{"delete the last key", "the map stays, empty", "{labels: {a: x}}", remove, map[string]string{"a": ""}, "{labels: {}}", nil, "", ""},
		{"delete absent keys", "rule 2: the reason is noted", "{labels: {a: x}}", remove, map[string]string{"b": ""}, "", []string{`/metadata/labels has no key "b"`}, "", ""},
		{"delete where the map is null", "rule 3: it becomes an empty one", "{labels: null}", remove, map[string]string{"b": ""}, "{labels: {}}", []string{`/metadata/labels has no key "b"`}, "", ""},

		{"a list", "rule 3: that is an error", "{labels: [a]}", replace, map[string]string{"a": "z"}, "", nil, override.CodeValue, "/metadata/labels is a list, expected an object of strings"},
		{"a number among them", "rule 3: that is an error, whichever key is meant", "{labels: {a: x, c: 3, b: 2}}", remove, map[string]string{"a": ""}, "", nil, override.CodeValue, "/metadata/labels/b is the number 2, expected a string"},
		{"null among them", "rule 3: null is no string", "{labels: {a: null}}", insert, map[string]string{"b": "z"}, "", nil, override.CodeValue, "/metadata/labels/a is null, expected a string"},
		{"no metadata", "nothing is made but the map", "null", insert, map[string]string{"a": "z"}, "", nil, override.CodePath, "set /metadata/labels: /metadata is null, expected an object or a list"},
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
		{"insert", "rule 1: variables come behind the list", "env: [{name: A}]", insert, "[{name: C, value: c}, {name: B}]", "env: [{name: A}, {name: C, value: c}, {name: B}]", nil, "", ""},
		{"insert where there is none", "the list is made", "image: i", insert, "[{name: A}]", "image: i, env: [{name: A}]", nil, "", ""},
		{"insert into null", "null is an empty list", "env: null", insert, "[{name: A}]", "env: [{name: A}]", nil, "", ""},
		{"insert a name that is there", "rule 1: that is an error", "env: [{name: A}, {name: B}]", insert, "[{name: C}, {name: B, value: b}]", "", nil, override.CodeValue, `/spec/pod/containers/0/env is a list that has "B", expected no such variable`},
		{"insert a name twice", "rule 1: also of what it has inserted itself", "env: []", insert, "[{name: A}, {name: A}]", "", nil, override.CodeValue, `/spec/pod/containers/0/env is a list that has "A", expected no such variable`},
		{"insert nothing", "rule 1: that is an error", "env: []", insert, "[]", "", nil, override.CodeFault, "insert without variables"},

		{"replace", "rule 2: each takes the place of every entry of its name, as a whole", "env: [{name: A, value: x}, {name: B}, {name: A, valueFrom: {}}]", replace, "[{name: A, value: z}]", "env: [{name: A, value: z}, {name: B}, {name: A, value: z}]", nil, "", ""},
		{"replace a name that is not there", "rule 2: it is noted", "env: [{name: A}]", replace, "[{name: B}, {name: A, value: z}]", "env: [{name: A, value: z}]", []string{`/spec/pod/containers/0/env has no variable "B"`}, "", ""},
		{"replace one twice", "the later variable wins", "env: [{name: A}]", replace, "[{name: A, value: y}, {name: A, value: z}]", "env: [{name: A, value: z}]", nil, "", ""},
		{"others stay", "what is not concerned is as it was, odd as it may be", "env: [{name: A, value: '', note: [1]}, {value: nameless}, {name: 5}, {name: B}]", replace, "[{name: B, value: z}]", "env: [{name: A, value: '', note: [1]}, {value: nameless}, {name: 5}, {name: B, value: z}]", nil, "", ""},

		{"delete", "rule 3: every entry of one of the names goes; nothing else of the variable counts", "env: [{name: A}, {name: B}, {name: A, value: x}, {name: C}]", remove, "[{name: A, value: other}, {name: C}]", "env: [{name: B}]", nil, "", ""},
		{"delete everything", "rule 4: the list becomes null", "env: [{name: A}]", remove, "[{name: A}]", "env: null", nil, "", ""},
		{"delete where there is none", "rule 4: it is written as null", "image: i", remove, "[{name: A}]", "image: i, env: null", []string{`/spec/pod/containers/0/env has no variable "A"`}, "", ""},
		{"delete nothing from nothing", "rule 4: an empty list, too", "env: []", remove, "[]", "env: null", nil, "", ""},
		{"delete a name that is not there", "it is noted", "env: [{name: A}]", remove, "[{name: B}]", "", []string{`/spec/pod/containers/0/env has no variable "B"`}, "", ""},

		{"another type", "rule 4: a list is none", "env: {A: x}", replace, "[{name: A}]", "", nil, override.CodeValue, "/spec/pod/containers/0/env is an object, expected a list of environment variables"},
		{"an entry of another type", "rule 4: each is an object, whichever name is meant", "env: [{name: A}, A=x]", replace, "[{name: A}]", "", nil, override.CodeValue, `/spec/pod/containers/0/env/1 is the string "A=x", expected an environment variable`},
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
			name: "every one of the name", reason: "init containers and others, also the second of one name", steps: steps(false, false),
			object: "spec: {pod: {initContainers: [{name: web}], containers: [{name: web}, {name: other}, {name: web}]}}",
			want:   "spec: {pod: {initContainers: [{name: web, args: [-z]}], containers: [{name: web, args: [-z]}, {name: other}, {name: web, args: [-z]}]}}",
		}, {
			name: "the first of the name", reason: "init containers are searched first", steps: steps(true, false),
			object: "spec: {pod: {initContainers: [{name: init}, {name: web}, {name: web}], containers: [{name: web}]}}",
			want:   "spec: {pod: {initContainers: [{name: init}, {name: web, args: [-z]}, {name: web}], containers: [{name: web}]}}",
		}, {
			name: "the first that is no init container", reason: "if no init container has the name", steps: steps(true, false),
			object: "spec: {pod: {initContainers: [{name: init}], containers: [{name: web}, {name: web}]}}",
			want:   "spec: {pod: {initContainers: [{name: init}], containers: [{name: web, args: [-z]}, {name: web}]}}",
		}, {
			name: "none of the name", reason: "it is no error, and the reason is noted once", steps: steps(true, true),
			object: "spec: {pod: {initContainers: [{name: init}], containers: [{name: other}]}}",
			skips:  []string{`/spec/pod/containers has no container "web"`},
		}, {
			name: "another kind", reason: "it has no containers", object: "{apiVersion: v1, kind: ConfigMap}", steps: steps(true, false),
			skips: []string{"v1 ConfigMap has no known pod spec"},
		}, {
			name: "another kind, where a pod spec is required", reason: "that is an error", object: "{apiVersion: v1, kind: ConfigMap}", steps: steps(true, true),
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
		{"labels", "the map is that from before the stage", overridetest.Do("set /metadata/labels/a z", "set /metadata/labels/b z"), overrider.WholeLabels(overrider.MapDelete, nil), before},
		{"arguments", "so is the list", overridetest.Do("set /spec/pod/containers/0/args/0 z"), overrider.WholeArgs(overridetest.Containers("web"), overrider.ListDelete, nil), before},
		{"variables", "so are these", overridetest.Do("set /spec/pod/containers/0/env/0/value z"), overrider.WholeEnv(overridetest.Containers("web"), overrider.MapDelete, nil), before},
		{"elsewhere", "only the map or list itself is written", overridetest.Do("set /spec/pod/containers/0/command [z]"), overrider.WholeArgs(overridetest.Containers("web"), overrider.ListAppend, []string{"b"}),
			"{kind: Test, metadata: {labels: {a: x}}, spec: {pod: {containers: [{name: web, command: [z], args: [a, b], env: [{name: A, value: x}]}]}}}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			result, err := overridetest.Apply(t, overridetest.Object(before), overridetest.Member1, overridetest.Policy{Name: "p", Rules: []overridetest.Rule{{Lanes: [][]override.Overrider{c.part, overridetest.One(c.whole)}}}})
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
		require.Equal(t, map[string]any{"b": "z"}, got.Object["metadata"].(map[string]any)["labels"], "they are folded: each reads what the one before wrote")
	})
}
