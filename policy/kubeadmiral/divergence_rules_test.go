package kubeadmiral_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// TestDivergencesOfRules shows what the rules after the first report: what has changed since, and what they do themselves.
func TestDivergencesOfRules(t *testing.T) {
	t.Parallel()
	const (
		args   = "{overriders: {args: [{containerName: web, operator: append, value: [x]}, {containerName: web, operator: append, value: [z]}]}}"
		add    = "{overriders: {envs: [{containerName: web, operator: addIfAbsent, value: [{name: B, value: x}]}]}}"
		empty  = "{overriders: {envs: [{containerName: web, operator: addIfAbsent, value: [{name: C, value: ''}]}]}}"
		remove = "{overriders: {envs: [{containerName: web, operator: delete, value: [{name: A}]}]}}"
	)
	patch := func(operations string) string { return "{overriders: {jsonpatch: [" + operations + "]}}" }
	for _, c := range []struct {
		name, reason string
		container    string
		rules        []string
		want         []string // rule, code and place, which is in the pod's spec
	}{
		{"a field of another type", "the first entry of a type reports it, KubeAdmiral does not reach the others", "command: run", []string{args, args, add}, []string{"0 D11 containers/0/command", "2 D11 containers/0/command"}},
		{"a field that a patch has changed", "the next entry of the type reports it", "command: [run]", []string{args, patch("{path: /spec/containers/0/command, value: run}"), args, args}, []string{"2 D11 containers/0/command"}},
		{"an element that a patch has changed", "a list of strings has only strings", "command: [run]", []string{args, patch("{path: /spec/containers/0/command/0, value: 5}"), args, args}, []string{"2 D11 containers/0/command/0"}},
		{"an element that stays a string", "a patch may write it", "command: [run]", []string{args, patch("{path: /spec/containers/0/command/0, value: stop}"), args}, nil},
		{"a port that a patch has changed", "the next entry of the type reports it", "livenessProbe: {httpGet: {port: 80}}", []string{args, patch("{path: /spec/containers/0/livenessProbe/httpGet/port, value: 3000000000}"), args, args}, []string{"2 D11 containers/0/livenessProbe/httpGet/port"}},
		{"a probe that a patch has added", "its port is read, too", "image: nginx", []string{args, patch("{path: /spec/containers/0/lifecycle, value: {preStop: {tcpSocket: {port: 3000000000}}}}"), args, args}, []string{"2 D11 containers/0/lifecycle/preStop/tcpSocket/port"}},
		{"a field of the pod", "any field counts", "command: [run]", []string{args, patch("{path: /spec/nodeName, value: 5}"), args}, []string{"2 D11 nodeName"}},
		{"a container put in front", "the others move", "command: [run]", []string{args, patch("{path: /spec/containers/0, operator: add, value: {name: new, tty: 1}}"), args}, []string{"2 D11 containers/0/tty"}},
		{"all containers", "they are others", "command: [run]", []string{args, patch("{path: /spec/containers, value: [{name: web, tty: 1}]}"), args}, []string{"2 D11 containers/0/tty"}},
		{"an element that a patch has added", "the lists in lists have types, too", "ports: [{containerPort: 80}]", []string{args, patch("{path: /spec/containers/0/ports/-, operator: add, value: {containerPort: '81'}}"), args, args}, []string{"2 D11 containers/0/ports/1/containerPort"}},
		{"an element that has moved", "it is reported at its new place", "ports: [{containerPort: 80}]", []string{args, patch("{path: /spec/containers/0/ports/0, operator: add, value: {containerPort: '81'}}, {path: /spec/containers/0, operator: add, value: {name: new}}, {path: /spec/containers/1/ports/0, operator: add, value: {containerPort: 82}}"), args}, []string{"2 D11 containers/1/ports/1/containerPort"}},
		{"an element that was repaired", "KubeAdmiral does not see it", "ports: [{containerPort: 80}]", []string{args, patch("{path: /spec/containers/0/ports/0, value: {containerPort: '81'}}, {path: /spec/containers/0/ports/0/containerPort, value: 82}"), args}, nil},
		{"an element that was removed", "KubeAdmiral does not see it", "ports: [{containerPort: 80}]", []string{args, patch("{path: /spec/containers/0/ports/0, value: {containerPort: '81'}}, {path: /spec/containers/0/ports/0, operator: remove}"), args}, nil},
		{"many elements", "the whole pod is checked again", "ports: [{name: 5}]", []string{args, patch(strings.Repeat("{path: /spec/containers/0/ports/0, operator: add, value: {hostIP: 1}}, ", 33) + strings.Repeat("{path: /spec/containers/0/ports/0, operator: remove}, ", 31)), args},
			[]string{"0 D11 containers/0/ports/0/name", "2 D11 containers/0/ports/0/hostIP", "2 D11 containers/0/ports/1/hostIP", "2 D11 containers/0/ports/2/name"}},
		{"a value that was wrong before", "it is reported once", "ports: [{name: 5}]", []string{args, patch("{path: /spec/containers/0/ports/0/hostIP, value: 5}"), args}, []string{"0 D11 containers/0/ports/0/name", "2 D11 containers/0/ports/0/hostIP"}},

		{"a variable", "the rule that reaches it reports it", "env: [{name: A, value: ''}]", []string{add, empty}, []string{"0 D14 containers/0/env/0", "1 D14 containers/0/env/2"}},
		{"a variable that moves", "both rules report it, at its place in the result", "env: [{name: A, value: x}, {name: Z, value: ''}]", []string{add, remove}, []string{"0 D14 containers/0/env/0", "1 D14 containers/0/env/0"}},
		{"a variable that a patch has added", "the next rule reports it", "env: [{name: A, value: x}]", []string{add, patch("{path: /spec/containers/0/env/-, operator: add, value: {name: Z, value: ''}}"), empty}, []string{"2 D14 containers/0/env/2", "2 D14 containers/0/env/3"}},
		{"a variable that a patch has changed", "the next rule reports it", "env: [{name: A, value: x}]", []string{add, patch("{path: /spec/containers/0/env/0/value, value: ''}"), empty}, []string{"2 D14 containers/0/env/0", "2 D14 containers/0/env/2"}},
		{"a variable that a patch replaces", "it does not differ in the end", "env: [{name: A, value: ''}]", []string{add, patch("{path: /spec/containers/0/env/0, value: {name: A, value: z}}")}, nil},
		{"all variables removed", "nothing differs in the end", "env: [{name: A, value: ''}]", []string{add, patch("{path: /spec/containers/0/env, operator: remove}")}, nil},
		{"a variable that a later rule deletes", "it does not differ in the end", "env: [{name: A, value: ''}]", []string{add, remove}, nil},
		{"a variable whose container moves", "it is reported at its place in the result", "env: [{name: A, value: ''}]", []string{add, patch("{path: /spec/containers/0, operator: add, value: {name: first}}")}, []string{"0 D14 containers/1/env/0"}},
		{"a variable that stays plain", "there is nothing to report", "env: [{name: A, value: x}]", []string{add, patch("{path: /spec/containers/0/env/0/value, value: z}"), remove}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := &api.ClusterOverridePolicy{Spec: *specOf(policyOf(t, "overrideRules: ["+strings.Join(c.rules, ", ")+"]"))}
			p.Name = "p"
			object := dialecttest.Object(t, "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: web, "+c.container+"}]}}")
			result, err := override.Apply(object, member1, anywhere(t, p))
			require.NoError(t, err)
			var said []string
			for _, d := range result.Divergences() {
				rule := strings.TrimPrefix(d.Origin.At, "spec.overrideRules[")[:1]
				said = append(said, rule+" "+d.Code+" "+strings.TrimPrefix(d.Pointer.String(), "/spec/"))
			}
			require.Equal(t, c.want, said, c.reason)
		})
	}
}

// TestDivergencesOfEndlessVariables has an object that only a Go program can create.
func TestDivergencesOfEndlessVariables(t *testing.T) {
	t.Parallel()
	object := dialecttest.Object(t, "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: web, env: [{name: A, value: ''}]}]}}")
	var shared any = "x"
	for range 40 {
		shared = []any{shared, shared}
	}
	env := object.Object["spec"].(map[string]any)["containers"].([]any)[0].(map[string]any)["env"].([]any)
	env[0].(map[string]any)["more"] = shared
	result, err := override.Apply(object, member1,
		anywhere(t, policyOf(t, "overrideRules: [{overriders: {envs: [{containerName: web, operator: addIfAbsent, value: [{name: B, value: x}]}]}}]")))
	require.NoError(t, err)
	require.Empty(t, result.Divergences(), "no system has such an object")
	_, err = result.Object()
	require.ErrorContains(t, err, "contains more than 10000000 values")
}
