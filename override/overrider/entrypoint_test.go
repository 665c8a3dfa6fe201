package overrider_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/overrider"
)

// TestEntrypoint runs every case twice, for the command of containers and, with the words exchanged, for their arguments.
func TestEntrypoint(t *testing.T) {
	t.Parallel()
	const add, remove = overrider.VerbAppend, overrider.VerbDelete
	for _, c := range []struct {
		name, reason string
		containers   string
		verb         overrider.Verb
		values       []string
		want         string // of the containers; empty: nothing changes
		skips        []string
		err          string
	}{
		{"append", "values go behind what is there, as often as they are given", "[{name: a, command: [x]}]", add, []string{"z", "x", "z"}, "[{name: a, command: [x, z, x, z]}]", nil, ""},
		{"append to none", "a command that is absent is made", "[{name: a}]", add, []string{"z"}, "[{name: a, command: [z]}]", nil, ""},
		{"append to null", "null is no command", "[{name: a, command: null}]", add, []string{"z"}, "[{name: a, command: [z]}]", nil, ""},
		{"append to an empty list", "it is filled", "[{name: a, command: []}]", add, []string{"z"}, "[{name: a, command: [z]}]", nil, ""},
		{"append nothing", "what is there stays", "[{name: a, command: [x]}]", add, nil, "", []string{"everything was already so"}, ""},
		{"append nothing to none", "the command is made all the same", "[{name: a}]", add, nil, "[{name: a, command: []}]", nil, ""},

		{"delete", "every equal item goes, however often it is there", "[{name: a, command: [z, x, z, w, z]}]", remove, []string{"z", "w"}, "[{name: a, command: [x]}]", nil, ""},
		{"delete all", "what is left may be an empty list", "[{name: a, command: [z]}]", remove, []string{"z"}, "[{name: a, command: []}]", nil, ""},
		{"delete what is not there", "the reason is said", "[{name: a, command: [x, zz]}]", remove, []string{"z"}, "", []string{`/spec/pod/containers/0/command holds none of ["z"]`}, ""},
		{"delete from none", "a command that is absent becomes an empty list", "[{name: a}]", remove, []string{"z"}, "[{name: a, command: []}]", nil, ""},
		{"delete from null", "null becomes an empty list", "[{name: a, command: null}]", remove, []string{"z"}, "[{name: a, command: []}]", nil, ""},
		{"delete from an empty list", "there is nothing to delete", "[{name: a, command: []}]", remove, []string{"z"}, "", []string{`/spec/pod/containers/0/command holds none of ["z"]`}, ""},

		{"the containers of one name", "all of them, and no others", "[{name: b, command: [x]}, {name: a, command: [x]}, {name: a}]", add, []string{"z"}, "[{name: b, command: [x]}, {name: a, command: [x, z]}, {name: a, command: [z]}]", nil, ""},
		{"one has it, one has not", "a step that changed something says nothing of the rest, unless there is a reason", "[{name: a, command: [z]}, {name: a, command: [x]}]", remove, []string{"z"}, "[{name: a, command: []}, {name: a, command: [x]}]",
			[]string{`/spec/pod/containers/1/command holds none of ["z"]`}, ""},
		{"no such container", "that is no error", "[{name: b}]", add, []string{"z"}, "", []string{`/spec/pod/containers has no container "a"`}, ""},

		{"a text", "a command is a list", "[{name: a, command: x}]", add, []string{"z"}, "", nil, `/spec/pod/containers/0/command is the string "x", expected a list of strings`},
		{"a number in it", "a command is a list of strings, also for what stays", "[{name: a, command: [x, 5]}]", remove, []string{"z"}, "", nil, "/spec/pod/containers/0/command/1 is the number 5, expected a string"},
		{"null in it", "null is no string", "[{name: a, command: [null]}]", add, []string{"z"}, "", nil, "/spec/pod/containers/0/command/0 is null, expected a string"},
		{"an error behind a success", "nothing is left of what was done before", "[{name: a, command: [x]}, {name: a, command: 5}]", add, []string{"z"}, "", nil, "/spec/pod/containers/1/command is the number 5, expected a list of strings"},
	} {
		for name, compile := range map[string]func(overrider.Containers, overrider.Verb, []string) override.Overrider{"command": overrider.Command, "args": overrider.Args} {
			words := strings.NewReplacer("command", name)
			want := ""
			if c.want != "" {
				want = "spec: {pod: {containers: " + words.Replace(c.want) + "}}"
			}
			var skips []string
			for _, reason := range c.skips {
				skips = append(skips, words.Replace(reason))
			}
			t.Run(name+"/"+c.name, trial{
				reason: c.reason, object: "spec: {pod: {containers: " + words.Replace(c.containers) + "}}", steps: overridetest.One(compile(overridetest.Containers("a"), c.verb, c.values)),
				want: want, skips: skips, code: override.CodeValue, err: words.Replace(c.err),
			}.run)
		}
	}
}

// TestEntrypointContainers shows that the containers must be such, before a command is looked for.
func TestEntrypointContainers(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]override.Overrider{
		"part": overrider.Command(overridetest.Containers("a"), overrider.VerbAppend, []string{"z"}), "whole": overrider.WholeCommand(overridetest.Containers("a"), overrider.VerbAppend, []string{"z"}),
		"env": overrider.WholeEnv(overridetest.Containers("a"), overrider.VerbDelete, nil),
	} {
		t.Run(name, trial{
			reason: "nothing can be said about them", object: "spec: {pod: {containers: [a]}}", steps: overridetest.One(o),
			code: override.CodeValue, err: `/spec/pod/containers/0 is the string "a", expected a container`,
		}.run)
	}
}

// TestEntrypointChanges shows that every item is a change of its own, in places that are right one after the other.
func TestEntrypointChanges(t *testing.T) {
	t.Parallel()
	result, err := overridetest.Apply(t, overridetest.Object("{kind: Test, spec: {pod: {containers: [{command: [z, x, z]}]}}}"), overridetest.Member1, overridetest.Policy{Name: "p", Steps: []override.Overrider{
		overrider.Command(overridetest.Containers(), overrider.VerbDelete, []string{"z"}),
		overrider.Command(overridetest.Containers(), overrider.VerbAppend, []string{"v", "w"}),
	}})
	require.NoError(t, err)
	var changes []string
	for _, c := range result.Changes() {
		changes = append(changes, string(c.Op)+" "+c.Pointer.String())
	}
	at := "/spec/pod/containers/0/command/"
	require.Equal(t, []string{"remove " + at + "2", "remove " + at + "0", "add " + at + "1", "add " + at + "2"}, changes)
}

// TestEntrypointVerbs shows that only appending and deleting have a meaning for a list. It is no error before the step runs.
func TestEntrypointVerbs(t *testing.T) {
	t.Parallel()
	for _, verb := range []overrider.Verb{0, overrider.VerbReplace, 99} {
		t.Run(verb.String(), trial{
			reason: "the entry is invalid, and no container is looked at", object: "{}", steps: overridetest.One(overrider.Args(overridetest.Containers("a"), verb, []string{"z"})),
			code: override.CodeFault, err: verb.String() + " cannot be done to a container's args",
		}.run)
	}
}

// TestVerbString shows the names of the verbs.
func TestVerbString(t *testing.T) {
	t.Parallel()
	for verb, want := range map[overrider.Verb]string{
		overrider.VerbSet: "set", overrider.VerbReplace: "replace", overrider.VerbAppend: "append", overrider.VerbDelete: "delete", overrider.VerbInsert: "insert", 0: "verb 0", 99: "verb 99",
	} {
		require.Equal(t, want, verb.String())
	}
}
