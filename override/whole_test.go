package override_test

import (
	"strings"
	"testing"

	"github.com/overridekit/overridekit/override"
)

// TestWholeEntrypoint runs every case twice, for the command of containers and, with the words exchanged, for their arguments.
func TestWholeEntrypoint(t *testing.T) {
	t.Parallel()
	const set, add, remove = override.VerbSet, override.VerbAppend, override.VerbDelete
	for _, c := range []struct {
		name, reason string
		container    string
		verb         override.Verb
		values       []string
		want         string // of the container; empty: nothing changes
		skips        []string
		err          string
	}{
		{"set", "the values take the place of what was there", "command: [x]", set, []string{"z", "z"}, "command: [z, z]", nil, ""},
		{"set where there is none", "the command is made", "{}", set, []string{"z"}, "command: [z]", nil, ""},
		{"set nothing", "no values make an empty list", "command: [x]", set, nil, "command: []", nil, ""},
		{"set over another type", "what was there does not count", "command: 5", set, []string{"z"}, "command: [z]", nil, ""},
		{"set the same", "what is already so is no change", "command: [x]", set, []string{"x"}, "", []string{"everything was already so"}, ""},

		{"append", "values go behind what is there", "command: [x]", add, []string{"z", "x"}, "command: [x, z, x]", nil, ""},
		{"append to null", "null is an empty list", "command: null", add, []string{"z"}, "command: [z]", nil, ""},
		{"append nothing", "the entry is invalid, and no container is looked at", "command: 5", add, nil, "", nil, "append needs values"},
		{"append to a text", "a command is a list", "command: x", add, []string{"z"}, "", nil, `/spec/pod/containers/0/command is the string "x", expected a list of strings`},

		{"delete", "every equal item goes", "command: [z, x, z]", remove, []string{"z"}, "command: [x]", nil, ""},
		{"delete all", "a command that is left without items becomes null", "command: [z]", remove, []string{"z"}, "command: null", nil, ""},
		{"delete from none", "a command that is not there becomes null", "{}", remove, []string{"z"}, "command: null", nil, ""},
		{"delete from an empty list", "a command without items becomes null", "command: []", remove, []string{"z"}, "command: null", nil, ""},
		{"delete from a list with a number", "a command is a list of strings", "command: [z, 5]", remove, []string{"z"}, "", nil, "/spec/pod/containers/0/command/1 is the number 5, expected a string"},

		{"another verb", "there is nothing else to do to a list", "command: [x]", override.VerbReplace, []string{"z"}, "", nil, "replace cannot be done to a container's command"},
	} {
		for name, compile := range map[string]func(override.Containers, override.Verb, []string) override.Overrider{"command": override.WholeCommand, "args": override.WholeArgs} {
			words := strings.NewReplacer("command", name)
			pod := func(container string) string {
				if container == "" {
					return ""
				}
				return "spec: {pod: {containers: [{" + strings.Trim(words.Replace(container), "{}") + "}]}}"
			}
			code := override.CodeValue
			if strings.Contains(c.err, "needs") || strings.Contains(c.err, "cannot") {
				code = override.CodeFault
			}
			t.Run(name+"/"+c.name, trial{
				reason: c.reason, object: pod(c.container), steps: one(compile(containers(), c.verb, c.values)),
				want: pod(c.want), skips: c.skips, code: code, err: words.Replace(c.err),
			}.run)
		}
	}
}

// TestWholeMap runs every case twice, for labels and, with the words exchanged, for annotations.
func TestWholeMap(t *testing.T) {
	t.Parallel()
	const insert, replace, remove = override.VerbInsert, override.VerbReplace, override.VerbDelete
	for _, c := range []struct {
		name, reason string
		metadata     string
		verb         override.Verb
		values       map[string]string
		want         string // of metadata; empty: nothing changes
		skips        []string
		err          string
	}{
		{"insert", "keys are added", "{labels: {a: x}}", insert, map[string]string{"b": "z", "c": "z"}, "{labels: {a: x, b: z, c: z}}", nil, ""},
		{"insert where there is no map", "the map is made", "{}", insert, map[string]string{"b": "z"}, "{labels: {b: z}}", nil, ""},
		{"insert where the map is null", "null is no map", "{labels: null}", insert, map[string]string{"b": "z"}, "{labels: {b: z}}", nil, ""},
		{"insert what is there", "a key that is there is an error, also with the same value", "{labels: {a: x}}", insert, map[string]string{"a": "x"}, "", nil, `/metadata/labels/a is the string "x", expected no such key`},
		{"insert nothing", "the entry is invalid", "{labels: {a: x}}", insert, nil, "", nil, "insert needs keys"},
		{"insert beside a number", "a map holds strings", "{labels: {a: 5}}", insert, map[string]string{"b": "z"}, "", nil, "/metadata/labels/a is the number 5, expected a string"},
		{"insert without metadata", "metadata is not made", "", insert, map[string]string{"b": "z"}, "", nil, `set /metadata/labels: the document has no key "metadata"`},

		{"replace", "keys that are there are written, of the others the reason is noted", "{labels: {a: x}}", replace, map[string]string{"a": "z", "b": "z"}, "{labels: {a: z}}", []string{`/metadata/labels has no key "b"`}, ""},
		{"replace where there is no map", "an empty map is written", "{}", replace, map[string]string{"a": "z"}, "{labels: {}}", []string{`/metadata/labels has no key "a"`}, ""},
		{"delete", "keys that are there go", "{labels: {a: x, b: x}}", remove, map[string]string{"a": ""}, "{labels: {b: x}}", nil, ""},
		{"delete the last key", "the map stays, empty", "{labels: {a: x}}", remove, map[string]string{"a": ""}, "{labels: {}}", nil, ""},
		{"delete what is not there", "the reason is noted", "{labels: {a: x}}", remove, map[string]string{"b": ""}, "", []string{`/metadata/labels has no key "b"`}, ""},
		{"delete on a list", "a map of another type is an error", "{labels: [a]}", remove, map[string]string{"a": ""}, "", nil, "/metadata/labels is a list, expected an object of strings"},
		{"another verb", "keys have no end to append to", "{labels: {a: x}}", override.VerbAppend, map[string]string{"a": "z"}, "", nil, "append cannot be done to labels or annotations"},
	} {
		for name, compile := range map[string]func(override.Verb, map[string]string) override.Overrider{"labels": override.WholeLabels, "annotations": override.WholeAnnotations} {
			words := strings.NewReplacer("{labels", "{"+name, "/labels", "/"+name)
			code, want := override.CodeValue, ""
			switch {
			case strings.Contains(c.err, "needs") || strings.Contains(c.err, "cannot"):
				code = override.CodeFault
			case strings.HasPrefix(c.err, "set "):
				code = override.CodePath
			}
			if c.want != "" {
				want = "metadata: " + words.Replace(c.want)
			}
			var skips []string
			for _, reason := range c.skips {
				skips = append(skips, words.Replace(reason))
			}
			obj := "metadata: " + words.Replace(c.metadata)
			if c.metadata == "" {
				obj = "{}"
			}
			t.Run(name+"/"+c.name, trial{
				reason: c.reason, object: obj, steps: one(compile(c.verb, c.values)), want: want, skips: skips, code: code, err: words.Replace(c.err),
			}.run)
		}
	}
}

// TestWholeEnv shows what becomes of the environment variables of containers.
func TestWholeEnv(t *testing.T) {
	t.Parallel()
	const insert, replace, remove = override.VerbInsert, override.VerbReplace, override.VerbDelete
	for _, c := range []struct {
		name, reason string
		env          string // of the container, with the key
		verb         override.Verb
		variables    string
		want         string // empty: nothing changes
		skips        []string
		err          string
	}{
		{"insert", "variables go behind what is there", "env: [{name: a, value: x}]", insert, "[{name: b, value: z}, {name: c}]", "env: [{name: a, value: x}, {name: b, value: z}, {name: c}]", nil, ""},
		{"insert where there are none", "the list is made", "", insert, "[{name: b, value: z}]", "env: [{name: b, value: z}]", nil, ""},
		{"insert what is there", "a name that is there is an error", "env: [{name: a}]", insert, "[{name: b}, {name: a}]", "", nil, `/spec/pod/containers/0/env is a list that has "a", expected no such variable`},
		{"insert twice", "a name that the entry itself has inserted is there, too", "", insert, "[{name: b}, {name: b}]", "", nil, `/spec/pod/containers/0/env is a list that has "b", expected no such variable`},
		{"insert nothing", "the entry is invalid", "env: 5", insert, "[]", "", nil, "insert needs variables"},

		{"replace", "every entry of the name makes way, and nothing of it is kept", "env: [{name: a, valueFrom: {}}, {name: b, value: x}, {name: a}]", replace, "[{name: a, value: z}]", "env: [{name: a, value: z}, {name: b, value: x}, {name: a, value: z}]", nil, ""},
		{"replace what is not there", "the reason is noted", "env: [{name: a}]", replace, "[{name: b}]", "", []string{`/spec/pod/containers/0/env has no variable "b"`}, ""},
		{"delete", "every entry of the name goes, the rest stays as it is", "env: [{name: a}, {name: b, odd: [1.5, {}]}, {name: a}]", remove, "[{name: a}]", "env: [{name: b, odd: [1.5, {}]}]", nil, ""},
		{"delete all", "a list without entries becomes null", "env: [{name: a}]", remove, "[{name: a}]", "env: null", nil, ""},
		{"delete where there are none", "a list that is not there becomes null", "", remove, "[{name: a}]", "env: null", []string{`/spec/pod/containers/0/env has no variable "a"`}, ""},

		{"another type", "variables are a list", "env: {a: x}", remove, "[{name: a}]", "", nil, "/spec/pod/containers/0/env is an object, expected a list of environment variables"},
		{"no variable", "a list of variables holds objects", "env: [{name: a}, a]", remove, "[{name: a}]", "", nil, `/spec/pod/containers/0/env/1 is the string "a", expected an environment variable`},
		{"another verb", "there is nothing else to do to variables", "env: [{name: a}]", override.VerbSet, "[{name: a}]", "", nil, "set cannot be done to environment variables"},
	} {
		pod := func(env string) string { return "spec: {pod: {containers: [{" + env + "}]}}" }
		var variables []map[string]any
		for _, v := range value(c.variables).([]any) {
			variables = append(variables, v.(map[string]any))
		}
		code, want := override.CodeValue, ""
		if strings.Contains(c.err, "needs") || strings.Contains(c.err, "cannot") {
			code = override.CodeFault
		}
		if c.want != "" {
			want = pod(c.want)
		}
		t.Run(c.name, trial{
			reason: c.reason, object: pod(c.env), steps: one(override.WholeEnv(containers(), c.verb, variables)), want: want, skips: c.skips, code: code, err: c.err,
		}.run)
	}
}
