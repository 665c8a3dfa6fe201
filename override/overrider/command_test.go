package overrider_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/overrider"
)

// TestCommandAndArgs runs every case twice, for the command and, with the words exchanged, for the arguments.
func TestCommandAndArgs(t *testing.T) {
	t.Parallel()
	const add, remove = "Append", "Delete"
	for _, c := range []struct {
		name, reason string
		containers   string
		verb         string
		values       []string
		want         string // of the containers; empty: no change
		skips        []string
		err          string
	}{
		{"append", "values are appended, even equal ones", "[{name: a, command: [x]}]", add, []string{"z", "x", "z"}, "[{name: a, command: [x, z, x, z]}]", nil, ""},
		{"append to none", "an absent command is created", "[{name: a}]", add, []string{"z"}, "[{name: a, command: [z]}]", nil, ""},
		{"append to null", "null counts as absent", "[{name: a, command: null}]", add, []string{"z"}, "[{name: a, command: [z]}]", nil, ""},
		{"append to an empty list", "it is filled", "[{name: a, command: []}]", add, []string{"z"}, "[{name: a, command: [z]}]", nil, ""},
		{"append nothing", "the items stay", "[{name: a, command: [x]}]", add, nil, "", []string{"already up to date"}, ""},
		{"append nothing to none", "the command is still created", "[{name: a}]", add, nil, "[{name: a, command: []}]", nil, ""},

		{"delete", "every equal item is removed", "[{name: a, command: [z, x, z, w, z]}]", remove, []string{"z", "w"}, "[{name: a, command: [x]}]", nil, ""},
		{"delete all", "the list may become empty", "[{name: a, command: [z]}]", remove, []string{"z"}, "[{name: a, command: []}]", nil, ""},
		{"delete an absent item", "the reason is recorded", "[{name: a, command: [x, zz]}]", remove, []string{"z"}, "", []string{`/spec/pod/containers/0/command contains none of ["z"]`}, ""},
		{"delete from none", "a command that is absent becomes an empty list", "[{name: a}]", remove, []string{"z"}, "[{name: a, command: []}]", nil, ""},
		{"delete from null", "null becomes an empty list", "[{name: a, command: null}]", remove, []string{"z"}, "[{name: a, command: []}]", nil, ""},
		{"delete from an empty list", "there is nothing to delete", "[{name: a, command: []}]", remove, []string{"z"}, "", []string{`/spec/pod/containers/0/command contains none of ["z"]`}, ""},

		{"the containers of one name", "all of them, and no others", "[{name: b, command: [x]}, {name: a, command: [x]}, {name: a}]", add, []string{"z"}, "[{name: b, command: [x]}, {name: a, command: [x, z]}, {name: a, command: [z]}]", nil, ""},
		{"only one has it", "a container without the item has a reason", "[{name: a, command: [z]}, {name: a, command: [x]}]", remove, []string{"z"}, "[{name: a, command: []}, {name: a, command: [x]}]",
			[]string{`/spec/pod/containers/1/command contains none of ["z"]`}, ""},
		{"no such container", "that is not an error", "[{name: b}]", add, []string{"z"}, "", []string{`/spec/pod/containers has no container "a"`}, ""},

		{"a string", "a command is a list", "[{name: a, command: x}]", add, []string{"z"}, "", nil, `/spec/pod/containers/0/command is the string "x", expected a list of strings`},
		{"a number in it", "every item must be a string", "[{name: a, command: [x, 5]}]", remove, []string{"z"}, "", nil, "/spec/pod/containers/0/command/1 is the number 5, expected a string"},
		{"null in it", "null is not a string", "[{name: a, command: [null]}]", add, []string{"z"}, "", nil, "/spec/pod/containers/0/command/0 is null, expected a string"},
		{"an error after a success", "earlier changes are dropped", "[{name: a, command: [x]}, {name: a, command: 5}]", add, []string{"z"}, "", nil, "/spec/pod/containers/1/command is the number 5, expected a list of strings"},
	} {
		for name, compile := range map[string]map[string]func(overrider.Containers, ...string) override.Overrider{
			"command": {add: overrider.AppendCommand, remove: overrider.DeleteCommand}, "args": {add: overrider.AppendArgs, remove: overrider.DeleteArgs},
		} {
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
				reason: c.reason, object: "spec: {pod: {containers: " + words.Replace(c.containers) + "}}", steps: overridetest.One(compile[c.verb](overridetest.Containers("a"), c.values...)),
				want: want, skips: skips, code: override.CodeValue, err: words.Replace(c.err),
			}.run)
		}
	}
}

// TestCommandContainers shows that the containers are checked before their command.
func TestCommandContainers(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]override.Overrider{
		"part": overrider.AppendCommand(overridetest.Containers("a"), "z"), "whole": overrider.WholeCommand(overridetest.Containers("a"), overrider.ListAppend, []string{"z"}),
		"env": overrider.WholeEnv(overridetest.Containers("a"), overrider.MapDelete, nil),
	} {
		t.Run(name, trial{
			reason: "they have another type", object: "spec: {pod: {containers: [a]}}", steps: overridetest.One(o),
			code: override.CodeValue, err: `/spec/pod/containers/0 is the string "a", expected a container`,
		}.run)
	}
}

// TestCommandChanges shows that every item is a change of its own, with a pointer that is valid after the previous changes.
func TestCommandChanges(t *testing.T) {
	t.Parallel()
	result, err := overridetest.Apply(t, overridetest.Object("{kind: Test, spec: {pod: {containers: [{command: [z, x, z]}]}}}"),
		overridetest.Member1, overridetest.Policy{Name: "p", Steps: []override.Overrider{
			overrider.DeleteCommand(overridetest.Containers(), "z"),
			overrider.AppendCommand(overridetest.Containers(), "v", "w"),
		}})
	require.NoError(t, err)
	var changes []string
	for _, c := range result.Changes() {
		changes = append(changes, string(c.Op)+" "+c.Pointer.String())
	}
	at := "/spec/pod/containers/0/command/"
	require.Equal(t, []string{"remove " + at + "2", "remove " + at + "0", "add " + at + "1", "add " + at + "2"}, changes)
}

// TestVerbString shows the names of the verbs.
func TestVerbString(t *testing.T) {
	t.Parallel()
	for want, verb := range map[string]fmt.Stringer{
		"insert": overrider.MapInsert, "replace": overrider.MapReplace, "delete": overrider.MapDelete, "verb 3": overrider.MapVerb(3), "verb -1": overrider.MapVerb(-1),
		"set": overrider.ListSet, "append": overrider.ListAppend, "verb 9": overrider.ListVerb(9), "verb 4": overrider.ImageVerb(4),
	} {
		require.Equal(t, want, verb.String())
	}
	require.Equal(t, "set append insert delete", fmt.Sprint(overrider.ImageSet, " ", overrider.ImageAppend, " ", overrider.ImageInsert, " ", overrider.ImageDelete))
}

// TestDeleteManyInLanes deletes many items in one lane, while another lane appends one. Both must have an effect.
func TestDeleteManyInLanes(t *testing.T) {
	t.Parallel()
	for _, n := range []int{100, 101, 300} {
		args := strings.Repeat("x, ", n) + "keep"
		rule := overridetest.Rule{Lanes: [][]override.Overrider{
			{overrider.AppendArgs(overridetest.Containers(), "new")}, {overrider.DeleteArgs(overridetest.Containers(), "x")},
		}}
		result, err := overridetest.Apply(t, overridetest.Object("{spec: {pod: {containers: [{args: ["+args+"]}]}}}"), overridetest.Member1,
			overridetest.Policy{Name: "p", Rules: []overridetest.Rule{rule}})
		require.NoError(t, err)
		got, err := result.Object()
		require.NoError(t, err)
		require.Equal(t, overridetest.Object("{spec: {pod: {containers: [{args: [keep, new]}]}}}"), got, "%d items", n)
	}
}
