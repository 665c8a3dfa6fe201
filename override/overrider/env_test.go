package overrider_test

import (
	"testing"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/overrider"
)

// TestSetEnv sets variables of a container web.
func TestSetEnv(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		container    string
		variables    string
		want         string // of the container; empty: no change
		skips        []string
		err          string
	}{
		{"set", "a variable that is present is replaced, and one that is absent appended", "env: [{name: A, value: x}, {name: B}]", "[{name: C, value: z}, {name: A, value: z}]", "env: [{name: A, value: z}, {name: B}, {name: C, value: z}]", nil, ""},
		{"set a reference", "the entry is replaced as a whole", "env: [{name: A, value: x}]", "[{name: A, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}]", "env: [{name: A, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}]", nil, ""},
		{"set a duplicate", "the last entry counts in a container, so both are replaced", "env: [{name: A, value: x}, {name: A, value: y}]", "[{name: A, value: z}]", "env: [{name: A, value: z}, {name: A, value: z}]", nil, ""},
		{"set the same", "nothing changes", "env: [{name: A, value: x}]", "[{name: A, value: x}]", "", []string{"already up to date"}, ""},
		{"no list", "it is created", "image: i", "[{name: A}]", "image: i, env: [{name: A}]", nil, ""},
		{"null", "it is created", "env: null", "[{name: A}]", "env: [{name: A}]", nil, ""},
		{"no variables", "nothing is created", "image: i", "[]", "", []string{"no variables are given"}, ""},
		{"another type", "it is not a list", "env: {A: x}", "[{name: A}]", "", nil, "/spec/pod/containers/0/env is an object, expected a list of environment variables"},
		{"an entry of another type", "each entry is an object", "env: [A=x]", "[{name: A}]", "", nil, `/spec/pod/containers/0/env/0 is the string "A=x", expected an environment variable`},
	} {
		var variables []map[string]any
		for _, v := range overridetest.Value(c.variables).([]any) {
			variables = append(variables, v.(map[string]any))
		}
		t.Run(c.name, trial{
			reason: c.reason, object: inContainer(c.container), steps: overridetest.One(overrider.SetEnv(overridetest.Containers("web"), variables...)),
			want: inContainer(c.want), skips: c.skips, code: override.CodeValue, err: c.err,
		}.run)
	}
}

// TestDefaultPodSpecs has containers without PodSpecs.
func TestDefaultPodSpecs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, object, want string }{
		{"a Deployment", "in any version", "{apiVersion: apps/v1beta1, kind: Deployment, spec: {template: {spec: {containers: [{name: a}]}}}}", "{apiVersion: apps/v1beta1, kind: Deployment, spec: {template: {spec: {containers: [{name: a, args: [z]}]}}}}"},
		{"a Pod", "it has the pod spec itself", "{apiVersion: v1, kind: Pod, spec: {containers: [{name: a}]}}", "{apiVersion: v1, kind: Pod, spec: {containers: [{name: a, args: [z]}]}}"},
		{"a PodTemplate", "it has no spec", "{apiVersion: v1, kind: PodTemplate, template: {spec: {containers: [{name: a}]}}}", "{apiVersion: v1, kind: PodTemplate, template: {spec: {containers: [{name: a, args: [z]}]}}}"},
		{"a CronJob", "it has a template in a template", "{apiVersion: batch/v1, kind: CronJob, spec: {jobTemplate: {spec: {template: {spec: {containers: [{name: a}]}}}}}}", "{apiVersion: batch/v1, kind: CronJob, spec: {jobTemplate: {spec: {template: {spec: {containers: [{name: a, args: [z]}]}}}}}}"},
	} {
		t.Run(c.name, trial{reason: c.reason, object: c.object, steps: overridetest.One(overrider.AppendArgs(overrider.Containers{}, "z")), want: c.want}.run)
	}
	t.Run("another group", trial{
		reason: "a Deployment of another group is another kind", object: "{apiVersion: example.io/v1, kind: Deployment}", steps: overridetest.One(overrider.AppendArgs(overrider.Containers{}, "z")),
		skips: []string{"example.io/v1 Deployment has no known pod spec"},
	}.run)
}
