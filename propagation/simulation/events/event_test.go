package events

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/simulation"
)

// TestOrder has events whose keys are in the opposite order. It would fail in any other order than that of the package comment.
func TestOrder(t *testing.T) {
	t.Parallel()
	const ref = "{apiVersion: v1, kind: ConfigMap, name: there}"
	for _, tc := range []struct{ name, text string }{
		{"delete after apply", "{step: a, delete: [{apiVersion: v1, kind: ConfigMap, name: new}], apply: [{apiVersion: v1, kind: ConfigMap, metadata: {name: new}}]}"},
		{"remove after edit", "{step: a, remove: {cluster: m1, object: " + ref + "}, edit: {cluster: m1, object: " + ref + ", patch: [{op: add, path: /data, value: {}}]}}"},
		{"cutOff after apply", "{step: a, cutOff: [m2], apply: [{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m2}, spec: {syncMode: Push}}]}"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			_, err := play(t, tc.text)
			require.NoError(t, err)
		})
	}
	world, err := play(t, "{step: a, leave: [m1], connect: [m1], cutOff: [m1]}")
	require.NoError(t, err)
	require.Equal(t, []bool{true, false}, []bool{world.Clusters()[0].Ready, world.Clusters()[0].Left}, "connect after cutOff; the Cluster object remains until Settle")
	world, err = play(t, "{step: a, wait: 90s}")
	require.NoError(t, err)
	require.Equal(t, "2026-01-01 00:01:30", world.Now().Format("2006-01-02 15:04:05"))
}

// play returns a world with one cluster and a ConfigMap, after an event.
func play(t *testing.T, event string) (*simulation.World, error) {
	t.Helper()
	bundle, err := policy.Decoder{Namespace: Namespace}.Decode(strings.NewReader(oneCluster + "---\n" + everywhere))
	require.NoError(t, err)
	decoded, err := Decode(strings.NewReader(event))
	require.NoError(t, err)
	story, err := Begin(bundle, decoded)
	require.NoError(t, err)
	world := simulation.New(propagation.PlanInput{Options: propagation.PlanOptions{AssumeAPIs: true}}, start)
	require.NoError(t, story[0].Happen(world))
	_, err = world.Settle(context.Background())
	require.NoError(t, err)
	return world, story[1].Happen(world)
}

const oneCluster = "{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m1}, spec: {syncMode: Push}}\n"

// TestLines has events with comments, empty documents and blank lines before them.
func TestLines(t *testing.T) {
	t.Parallel()
	text := "# first\n\nstep: a\nwait: 1s\n---\n# nothing\n---\n# second\nstep: b\nwait: 1s\n--- {step: c, wait: 1s}\n"
	decoded, err := Decode(strings.NewReader(text))
	require.NoError(t, err)
	var lines []int
	for _, e := range decoded {
		lines = append(lines, e.Line)
	}
	require.Equal(t, []int{3, 9, 11}, lines)

	_, err = Decode(strings.NewReader(text + "---\n\nstep: d\nwait: soon\n"))
	var failed *Error
	require.True(t, errors.As(err, &failed))
	require.Equal(t, 14, failed.Line)
	require.EqualError(t, err, `event 4 (d): /wait is the string "soon", expected a duration such as 10m or 1h30m`)
	none, err := Decode(strings.NewReader(""))
	require.NoError(t, err)
	require.Empty(t, none)
}

// TestBegin gives namespaces by the definitions of all events, and does not write its arguments.
func TestBegin(t *testing.T) {
	t.Parallel()
	decode := func(text string) *policy.Bundle {
		b, err := policy.Decoder{Namespace: Namespace}.Decode(strings.NewReader(text))
		require.NoError(t, err)
		return b
	}
	tenant := decode("{apiVersion: example.com/v1, kind: Tenant, metadata: {name: a}}")
	decoded, err := Decode(strings.NewReader(`
step: the kind is defined
apply: [{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: tenants.example.com}, spec: {group: example.com, names: {kind: Tenant}, scope: Cluster}}]
delete: [{apiVersion: example.com/v1, kind: Tenant, name: a}, {apiVersion: v1, kind: ConfigMap, name: a}]
`))
	require.NoError(t, err)
	story, err := Begin(tenant, decoded)
	require.NoError(t, err)
	require.Equal(t, "the beginning", story[0].Title)
	require.Empty(t, story[0].apply.Objects[0].GetNamespace())
	require.Equal(t, []override.Ref{{APIVersion: "example.com/v1", Kind: "Tenant", Name: "a"}, {APIVersion: "v1", Kind: "ConfigMap", Namespace: "default", Name: "a"}}, story[1].remove)
	require.Equal(t, "default", tenant.Objects[0].GetNamespace(), "the bundle is not written")
	require.Empty(t, decoded[0].remove[1].Namespace, "nor are the events")

	story, err = Begin(nil, nil)
	require.NoError(t, err)
	require.NoError(t, story[0].Happen(simulation.New(propagation.PlanInput{}, start)))
	_, err = Begin(decode("{apiVersion: core.kubeadmiral.io/v1alpha1, kind: FederatedCluster, metadata: {name: m}, spec: {}}"), nil)
	require.EqualError(t, err, "found a cluster of KubeAdmiral, expected templates, policies and Clusters of Karmada")
}

// TestPackageComment decodes the example of the package comment, and finds all keys there.
func TestPackageComment(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	doc := strings.ReplaceAll(string(text), "\n//\t", "\n// ")
	_, example, found := strings.Cut(doc, "// For example:\n//\n")
	require.True(t, found)
	example, _, found = strings.Cut(example, "\n//\n")
	require.True(t, found)
	decoded, err := Decode(strings.NewReader(strings.ReplaceAll("\n"+example, "\n// ", "\n")))
	require.NoError(t, err)
	require.Equal(t, []string{"m2"}, decoded[0].cutOff)
	for _, key := range keys {
		require.Regexp(t, `(?m)^// `+key+` +(string|list|object|duration) `, doc)
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

// TestNamespaces has a CustomResourceDefinition in the last event. It counts for all.
func TestNamespaces(t *testing.T) {
	t.Parallel()
	bundle, err := policy.Decoder{Namespace: Namespace}.Decode(strings.NewReader(oneCluster + "---\n{apiVersion: example.com/v1, kind: Tenant, metadata: {name: t}}\n"))
	require.NoError(t, err)
	decoded, err := Decode(strings.NewReader(`step: a
delete:
- {apiVersion: v1, kind: ConfigMap, name: a}
- {apiVersion: v1, kind: ConfigMap, name: a, namespace: own}
- {apiVersion: policy.karmada.io/v1alpha1, kind: ClusterPropagationPolicy, name: a}
- {apiVersion: example.com/v1, kind: Tenant, name: a}
remove: {cluster: m1, object: {apiVersion: v1, kind: ConfigMap, name: a}}
edit: {cluster: m1, object: {apiVersion: v1, kind: Namespace, name: a}, patch: [{op: remove, path: /a}]}
---
step: b
apply:
- apiVersion: apiextensions.k8s.io/v1
  kind: CustomResourceDefinition
  metadata: {name: tenants.example.com}
  spec: {group: example.com, names: {kind: Tenant}, scope: Cluster}
- {apiVersion: example.com/v1, kind: Tenant, metadata: {name: u}}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
`))
	require.NoError(t, err)
	events, err := Begin(bundle, decoded)
	require.NoError(t, err)
	var namespaces []string
	for _, o := range append(events[0].apply.Objects, events[2].apply.Objects...) {
		namespaces = append(namespaces, override.RefOf(o).String())
	}
	for _, ref := range events[1].remove {
		namespaces = append(namespaces, ref.String())
	}
	for _, edit := range events[1].edits {
		namespaces = append(namespaces, edit.object.String())
	}
	require.Equal(t, []string{
		"Tenant t", "CustomResourceDefinition tenants.example.com", "Tenant u", "ConfigMap default/a",
		"ConfigMap default/a", "ConfigMap own/a", "ClusterPropagationPolicy a", "Tenant a",
		"Namespace a", "ConfigMap default/a",
	}, namespaces)
}

// TestStreams has streams that the decoder of package policy refuses or splits in its own way.
func TestStreams(t *testing.T) {
	t.Parallel()
	const apply = "step: a\nwait: 1s\napply:\n- {apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {password: hunter2}}\n"
	for _, tc := range []struct{ name, text, want string }{
		{"byte order mark", "\ufeffstep: a\nwait: 1s\n", ""},
		{"dashes in a string", "step: 'a\n----BEGIN'\nwait: 1s\n", ""},
		{"JSON", "{\"step\": \"a\", \"wait\": \"1s\"}\n{\"step\": \"b\", \"wait\": \"1s\"}\n", ""},
		{"depth", "step: a\nwait: 1s\n---\nstep: " + strings.Repeat("[", 9000) + strings.Repeat("]", 9000), "event 2: line 4: the document nests more than 500 levels deep"},
		{"length", "step: a # " + strings.Repeat(" ", 64<<20), "the stream is longer than 67108864 bytes"},
		{"repeated key", "step: a\nwait: 1s\nwait: 1s\n", `event 1: line 3: key "wait" is repeated`},
		{"Secret", apply + "hunter2: *hunter2\n", "event 1: line 1: the document cannot be read; the reason is not shown, because it may quote the value of a Secret"},
		{"an invalid event before invalid YAML", "step: a\n---\n]", "event 1 (a): found only step, expected at least one of apply, delete, edit, remove, cutOff, connect, leave and wait"},
	} {
		decoded, err := Decode(strings.NewReader(tc.text))
		if tc.want == "" {
			require.NoError(t, err, tc.name)
			require.NotEmpty(t, decoded, tc.name)
			continue
		}
		require.EqualError(t, err, tc.want, tc.name)
	}
}

// TestFaults has an event with a fault in every key.
func TestFaults(t *testing.T) {
	t.Parallel()
	_, err := Decode(strings.NewReader("{step: a, apply: [{kind: A}, {apiVersion: v1}], delete: 1, edit: 2, remove: 3, cutOff: [], connect: 4, leave: 7, wait: 5, late: 1}\n---\nstep: [b]"))
	require.EqualError(t, err, `event 1 (a): the event has the unknown key "late"
event 1 (a): /apply/0: apiVersion is missing, expected a string
event 1 (a): /apply/1: kind is missing, expected a string
event 1 (a): /delete is the number 1, expected a list of {apiVersion, kind, namespace, name}
event 1 (a): /edit is the number 2, expected {cluster, object, patch}
event 1 (a): /remove is the number 3, expected {cluster, object}
event 1 (a): /cutOff is an empty list, expected a list of cluster names
event 1 (a): /connect is the number 4, expected a list of cluster names
event 1 (a): /leave is the number 7, expected a list of cluster names
event 1 (a): /wait is the number 5, expected a duration such as 10m or 1h30m`)
}

// TestApplyError names the key, as the errors of other keys do.
func TestApplyError(t *testing.T) {
	t.Parallel()
	_, err := play(t, "{step: a, apply: [{apiVersion: v1, kind: ConfigMap, metadata: {generateName: a}}]}")
	require.ErrorContains(t, err, "apply: ")
}
