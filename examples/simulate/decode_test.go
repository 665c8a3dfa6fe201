package main

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/simulation"
)

// TestBadEvents checks the messages about events that cannot be decoded. The exit status is 1, and nothing is printed.
func TestBadEvents(t *testing.T) {
	t.Parallel()
	const object, value = "object: {apiVersion: v1, kind: ConfigMap, name: a}", "value: 1"
	long := strings.Repeat("n", 254)
	for _, tc := range []struct{ name, events, want string }{
		{"unknown key", "{step: a, aply: []}", `event 1 (a): the event has the unknown key "aply", did you mean apply?`},
		{"case", "{step: a, wait: 1s, WAIT: 2s}", `event 1 (a): the event has the unknown key "WAIT", did you mean wait?`},
		{"repeated", "step: a\nwait: 1s\nwait: 2s", `event 1: line 3: key "wait" is repeated`},
		{"repeated in the second event", "step: a\nwait: 1s\n---\nstep: b\nwait: 1s\nwait: 2s", `event 2: line 6: key "wait" is repeated`},
		{"a list", "[a]", "event 1: the document is a list, expected an object with step and what happens"},
		{"second event", "{step: a, wait: 1s}\n---\n{step: " + long + "}", "event 2 (" + long[:60] + "…): found only step, expected at least one of apply, delete, edit, remove, cutOff, connect, leave and wait"},
		{"null", "{step: a, apply: null}", "event 1 (a): found only step, expected at least one of apply, delete, edit, remove, cutOff, connect, leave and wait"},
		{"no step", "{wait: 1s}", "event 1: found no step, expected a title"},
		{"step", "{step: [a], wait: 1s}", "event 1: /step is a list, expected a title"},
		{"cutOff", "{step: a, cutOff: eu1}", `event 1 (a): /cutOff is the string "eu1", expected a list of cluster names`},
		{"connect", "{step: a, connect: []}", "event 1 (a): /connect is an empty list, expected a list of cluster names"},
		{"leave", "{step: a, leave: [m1, 1]}", "event 1 (a): /leave/1 is the number 1, expected the name of a cluster"},
		{"long name", "{step: a, leave: [" + long + "]}", "event 1 (a): /leave/0 has 254 bytes, expected at most 253"},
		{"apply", "{step: a, apply: {kind: A}}", "event 1 (a): /apply is an object, expected a list of objects"},
		{"no object", "{step: a, apply: [5]}", "event 1 (a): /apply/0 is the number 5, expected an object with apiVersion and kind"},
		{"invalid objects", "{step: a, apply: [{kind: A}, {apiVersion: v1, kind: A}, {apiVersion: v1}]}",
			"event 1 (a): /apply/0: apiVersion is missing, expected a string\n    FOLDER/events.yaml: event 1 (a): /apply/2: kind is missing, expected a string"},
		{"Work", "{step: a, apply: [{apiVersion: work.karmada.io/v1alpha1, kind: Work, metadata: {name: w}}]}", "event 1 (a): found Work default/w: the controllers make Works, expected templates, policies and Clusters of Karmada"},
		{"delete", "{step: a, delete: {kind: A}}", "event 1 (a): /delete is an object, expected a list of {apiVersion, kind, namespace, name}"},
		{"no reference", "{step: a, delete: [A]}", `event 1 (a): /delete/0 is the string "A", expected {apiVersion, kind, namespace, name}`},
		{"delete a Cluster", "{step: a, delete: [{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, name: m1}]}", "event 1 (a): /delete/0 is Cluster m1, expected another kind: to delete a Cluster, use leave: [m1]"},
		{"no apiVersion", "{step: a, delete: [{kind: A, name: a}]}", "event 1 (a): /delete/0/apiVersion is missing, expected a group and a version such as apps/v1"},
		{"no kind", "{step: a, delete: [{apiVersion: v1, name: a}]}", "event 1 (a): /delete/0/kind is missing, expected a kind such as Deployment"},
		{"no name", "{step: a, delete: [{apiVersion: v1, kind: A, name: ''}]}", `event 1 (a): /delete/0/name is the string "", expected a name`},
		{"namespace", "{step: a, delete: [{apiVersion: v1, kind: A, name: a, namespace: 1}]}", "event 1 (a): /delete/0/namespace is the number 1, expected a namespace"},
		{"key of a reference", "{step: a, delete: [{apiVersion: v1, kind: A, nam: a}]}", `event 1 (a): /delete/0 has the unknown key "nam", did you mean name?`},
		{"remove", "{step: a, remove: [m1]}", "event 1 (a): /remove is a list, expected {cluster, object}"},
		{"patch to remove", "{step: a, remove: {cluster: m1, " + object + ", patch: []}}", `event 1 (a): /remove has the unknown key "patch"`},
		{"edit without a cluster", "{step: a, edit: {" + object + ", patch: []}}", "event 1 (a): /edit/cluster is missing, expected the name of a cluster"},
		{"edit without an object", "{step: a, edit: {cluster: m1}}", "event 1 (a): /edit/object is null, expected {apiVersion, kind, namespace, name}"},
		{"edit without a patch", "{step: a, edit: {cluster: m1, " + object + "}}", "event 1 (a): /edit/patch is null, expected a list of {op, path, from, value}"},
		{"patch", "{step: a, edit: {cluster: m1, " + object + ", patch: [a]}}", `event 1 (a): /edit/patch/0 is the string "a", expected {op, path, from, value}`},
		{"op", "{step: a, edit: {cluster: m1, " + object + ", patch: [{op: put, path: /a, " + value + "}]}}", `event 1 (a): /edit/patch/0/op is the string "put", expected add, remove, replace, move, copy or test`},
		{"path", "{step: a, edit: {cluster: m1, " + object + ", patch: [{op: add, path: a.b, " + value + "}]}}", `event 1 (a): /edit/patch/0/path is the string "a.b", expected a JSON pointer such as /spec/replicas`},
		{"from", "{step: a, edit: {cluster: m1, " + object + ", patch: [{op: move, path: /a}]}}", "event 1 (a): /edit/patch/0/from is missing, expected a JSON pointer such as /spec/replicas"},
		{"no value", "{step: a, edit: {cluster: m1, " + object + ", patch: [{op: add, path: /a}]}}", "event 1 (a): /edit/patch/0/value is missing, expected a value to add"},
		{"key of an operation", "{step: a, edit: {cluster: m1, " + object + ", patch: [{op: add, pth: /a}]}}", `event 1 (a): /edit/patch/0 has the unknown key "pth", did you mean path?`},
		{"bad time", "{step: a, wait: soon}", `event 1 (a): /wait is the string "soon", expected a duration such as 10m or 1h30m`},
		{"back in time", "{step: a, wait: -10m}", `event 1 (a): /wait is the string "-10m", expected a duration such as 10m or 1h30m`},
		{"no unit", "{step: a, wait: 10}", "event 1 (a): /wait is the number 10, expected a duration such as 10m or 1h30m"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			writeFile(t, folder, "start.yaml", oneCluster)
			writeFile(t, folder, "events.yaml", tc.events)
			require.Equal(t, "simulate: FOLDER/events.yaml: "+tc.want+"\n", failure(t, folder))
		})
	}
}

// TestBadEffects checks the messages about events that cannot happen. The exit status is 1.
func TestBadEffects(t *testing.T) {
	t.Parallel()
	const object = "object: {apiVersion: v1, kind: ConfigMap, name: a}"
	const patch = "step: a\nedit:\n  cluster: m1\n  object: {apiVersion: v1, kind: ConfigMap, name: there}\n  patch: [{op: add, path: /data, value: {}}, "
	const edit = "edit: ConfigMap default/there in cluster m1: /patch/"
	for _, tc := range []struct{ name, events, want string }{
		{"cut off", "{step: a, cutOff: [m2]}", "cutOff: cluster m2 does not exist"},
		{"connect", "{step: a, connect: [m2]}", "connect: cluster m2 does not exist"},
		{"characters", `{step: a, leave: ["m\nsimulate: \e[31m"]}`, "leave: cluster m\uFFFDsimulate: \uFFFD[31m does not exist"},
		{"leave", "{step: a, leave: [m2]}", "leave: cluster m2 does not exist"},
		{"edit in no cluster", "{step: a, edit: {cluster: m2, " + object + ", patch: [{op: remove, path: /data}]}}", "edit: cluster m2 does not exist"},
		{"remove nothing", "{step: a, remove: {cluster: m1, " + object + "}}", "remove: cluster m1 has no ConfigMap default/a"},
		{"delete nothing", "{step: a, delete: [{apiVersion: v1, kind: ConfigMap, name: a}]}", "delete: the control plane has no v1 ConfigMap default/a"},
		{"end of time", "{step: a, wait: 2562047h}\n---\n" + strings.Repeat("{step: b, wait: 2562047h}\n---\n", 30), "is not in a year from 1 to 9999"},
		{"patch of nothing", patch + "{op: replace, path: /spec/replicas, value: 9}]", edit + "1: replace /spec/replicas: the object has no such path"},
		{"patch of a missing key", patch + "{op: replace, path: /data/key, value: 9}]", edit + "1: replace /data/key: the object has no such path"},
		{"patch removes nothing", patch + "{op: remove, path: /data/key}, {op: remove, path: /other}]", edit + "1: remove /data/key: the object has no such path"},
		{"patch copies nothing", patch + "{op: copy, from: /data/key, path: /data/b}]", edit + "1: copy /data/key to /data/b: the object has no such path"},
		{"patch with a test", patch + "{op: test, path: /data, value: secret}]", edit + "1: test /data: the value differs"},
		{"patch of an index", patch + "{op: add, path: /data/list, value: []}, {op: add, path: /data/list/7, value: 1}]", edit + "2: add /data/list/7: the list has no such index"},
		{"patch in a string", patch + "{op: add, path: /kind/a, value: 1}]", edit + "1: add /kind/a: the object has no such path"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			writeFile(t, folder, "start.yaml", oneCluster+"---\n"+everywhere)
			writeFile(t, folder, "events.yaml", tc.events)
			got := failure(t, folder)
			require.Regexp(t, `^simulate: event \d+ \([ab]\): `, got)
			require.True(t, strings.HasSuffix(got, tc.want+"\n"), got)
		})
	}
}

// everywhere is a ConfigMap in all clusters.
const everywhere = `{apiVersion: v1, kind: ConfigMap, metadata: {name: there}}
---
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {name: p}
spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]}
`

// TestValues checks that no value changes on the way into the world.
func TestValues(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	writeFile(t, folder, "start.yaml", oneCluster+"---\n"+everywhere)
	writeFile(t, folder, "events.yaml", `step: a
apply:
- {apiVersion: example.com/v1, kind: Counter, metadata: {name: a}, big: 9007199254740993, f: 0.1, s: "1", t: <a&b>, empty: null}
---
step: b
edit:
  cluster: m1
  object: {apiVersion: v1, kind: ConfigMap, name: there}
  patch: [{op: add, path: /big, value: 9007199254740993}]
`)
	story, err := readFolder(folder, false)
	require.NoError(t, err)
	events, world := story.events, simulation.New(propagation.PlanInput{Options: propagation.PlanOptions{AssumeAPIs: true}}, start)
	require.NoError(t, events[0].Happen(world))
	require.NoError(t, events[1].Happen(world))
	_, err = world.Settle(context.Background())
	require.NoError(t, err)
	require.NoError(t, events[2].Happen(world))
	counter := world.Templates()[1].Object
	delete(counter, "metadata")
	require.Equal(t, map[string]any{
		"apiVersion": "example.com/v1", "kind": "Counter", "big": int64(9007199254740993), "f": 0.1, "s": "1", "t": "<a&b>", "empty": nil,
	}, counter)
	require.Equal(t, int64(9007199254740993), world.Clusters()[0].Objects[0].Object["big"])
}
