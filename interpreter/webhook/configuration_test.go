package webhook_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/webhook"
)

func configuration(t *testing.T, text string) webhook.Configuration {
	t.Helper()
	var c webhook.Configuration
	require.NoError(t, yaml.UnmarshalStrict([]byte(text), &c))
	return c
}

const valid = `apiVersion: config.karmada.io/v1alpha1
kind: ResourceInterpreterWebhookConfiguration
metadata: {name: examples}
webhooks:
- name: workloads.example.com
  rules:
  - {operations: [InterpretReplica, ReviseReplica], apiGroups: [workload.example.io], apiVersions: [v1alpha1], kinds: [Workload]}
  - {operations: ["*"], apiGroups: [""], apiVersions: ["*"], kinds: ["*"]}
  clientConfig: {url: "https://127.0.0.1:8443/interpreter-workload", caBundle: "e30="}
  interpreterContextVersions: [v9, v1alpha1]
  timeoutSeconds: 3
- name: second.example
  rules: []
  clientConfig: {service: {namespace: ns, name: svc, path: /a/b.c/, port: 8443}}
  interpreterContextVersions: [v1alpha1]
`

// TestValidate changes one place of a valid configuration at a time.
func TestValidate(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ old, now, want string }{
		"valid":                       {"", "", "[]"},
		"no name":                     {"name: second.example", "name: ''", "webhooks[1].name: Required value"},
		"name of one segment":         {"name: second.example", "name: second", "should be a domain with at least two segments"},
		"name that is not a domain":   {"name: second.example", "name: A_b.c", "webhooks[1].name: Invalid value"},
		"repeated name":               {"second.example", "workloads.example.com", `webhooks[1].name: Duplicate value: "workloads.example.com"`},
		"no operations":               {"[InterpretReplica, ReviseReplica]", "[]", "webhooks[0].rules[0].operations: Required value"},
		"unknown operation":           {"ReviseReplica]", "Prune]", `webhooks[0].rules[0].operations[1]: Unsupported value: "Prune"`},
		"empty operation":             {"ReviseReplica]", "'']", "webhooks[0].rules[0].operations[1]: Required value"},
		"any operation and more":      {"ReviseReplica]", "'*']", "webhooks[0].rules[0].operations: Invalid value: [\"InterpretReplica\",\"*\"]: if '*' is present, must not specify other operations"},
		"no groups":                   {"apiGroups: [workload.example.io]", "apiGroups: []", "webhooks[0].rules[0].apiGroups: Required value"},
		"any group and more":          {"[workload.example.io]", "['*', '']", "must not specify other API groups"},
		"empty version":               {"apiVersions: [v1alpha1]", "apiVersions: ['']", "webhooks[0].rules[0].apiVersions[0]: Required value"},
		"no versions":                 {"apiVersions: [v1alpha1]", "apiVersions: []", "webhooks[0].rules[0].apiVersions: Required value"},
		"any version twice":           {"apiVersions: [v1alpha1]", "apiVersions: ['*','*']", "must not specify other API versions"},
		"empty kind":                  {"[Workload]", "['']", "webhooks[0].rules[0].kinds[0]: Required value"},
		"any kind and more":           {"[Workload]", "['*', A]", "must not specify other kinds"},
		"timeout of 0":                {"timeoutSeconds: 3", "timeoutSeconds: 0", "webhooks[0].timeoutSeconds: Invalid value: 0: the timeout value must be between 1 and 30 seconds"},
		"timeout too long":            {"timeoutSeconds: 3", "timeoutSeconds: 31", "webhooks[0].timeoutSeconds"},
		"no address":                  {`url: "https://127.0.0.1:8443/interpreter-workload", `, "", "webhooks[0].clientConfig: Required value: exactly one of url or service is required"},
		"two addresses":               {"{service:", "{url: 'https://a', service:", "exactly one of url or service is required"},
		"http":                        {"https://127", "http://127", `webhooks[0].clientConfig.url: Invalid value: "http": the scheme must be https`},
		"no host":                     {"https://127.0.0.1:8443/", "https:///", "must have a host"},
		"a user":                      {"https://127", "https://u:hidden@127", `Invalid value: "u": must not have a user`},
		"a fragment":                  {"interpreter-workload\"", "#a\"", "must not have a fragment"},
		"a query":                     {"interpreter-workload\"", "?a=b\"", "must not have a query"},
		"an invalid URL":              {"https://127", "https://u:hidden@%zz", "webhooks[0].clientConfig.url: Required value"},
		"service without a name":      {"name: svc", "name: ''", "webhooks[1].clientConfig.service.name: Required value"},
		"service in no namespace":     {"namespace: ns", "namespace: ''", "webhooks[1].clientConfig.service.namespace: Required value"},
		"port 0":                      {"port: 8443", "port: 0", "webhooks[1].clientConfig.service.port: Invalid value: 0"},
		"path without a slash":        {"path: /a", "path: a", "must start with a '/'"},
		"path with an empty segment":  {"path: /a", "path: //a", `webhooks[1].clientConfig.service.path: Invalid value: "//a/b.c/": segment ""`},
		"no versions of the protocol": {"[v9, v1alpha1]", "[]", "webhooks[0].interpreterContextVersions: Required value: must specify one of v1alpha1"},
		"unknown versions":            {"[v9, v1alpha1]", "[v9]", "must include v1alpha1"},
		"repeated version":            {"[v9, v1alpha1]", "[v1alpha1, v1alpha1]", `interpreterContextVersions[1]: Invalid value: "v1alpha1": duplicate version`},
		"version that is not a label": {"[v9, v1alpha1]", "[V9, v1alpha1]", "interpreterContextVersions[0]: Invalid value"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Contains(t, valid, test.old)
			errs := configuration(t, strings.Replace(valid, test.old, test.now, 1)).Validate()
			if test.want == "[]" {
				require.Empty(t, errs)
				return
			}
			require.ErrorContains(t, errs.ToAggregate(), test.want)
			require.NotContains(t, errs.ToAggregate().Error(), "hidden")
		})
	}
}

// TestInterpreters compares a registry with [webhook.Match]: both select the same webhook.
func TestInterpreters(t *testing.T) {
	t.Parallel()
	configurations := []webhook.Configuration{configuration(t, valid),
		configuration(t, strings.NewReplacer("metadata: {name: examples}", "metadata: {name: a}", "workload.example.io", `"*"`, "[Workload]",
			"[Workload, Other]").Replace(valid))}
	var asked string
	interpreters, err := webhook.Interpreters(func(id string, w webhook.Webhook) webhook.Client {
		c := w.Client(id, nil, func() string { asked = id; return "UID" })
		c.URL = "http://127.0.0.1:1"
		return c
	}, configurations...)
	require.NoError(t, err)
	registry := interpreter.NewRegistry(interpreters...)
	var found []string
	for _, group := range []string{"", "workload.example.io", "example.io"} {
		for _, kind := range []string{"Workload", "Other", "workload"} {
			for _, op := range interpreter.Operations() {
				kind := schema.GroupVersionKind{Group: group, Version: "v1alpha1", Kind: kind}
				id, _, matched := webhook.Match(kind, op, configurations...)
				require.Equal(t, matched, registry.Enabled(kind, op), "%s %s", op, kind)
				if matched && !slices.Contains(found, id) {
					found = append(found, id)
				}
				if hook, ok := registry.ReplicaInterpreter(kind); ok && op == interpreter.InterpretReplica {
					_, _, err := hook.InterpretReplica(context.Background(), object(t, nginx))
					require.Error(t, err)
					require.Equal(t, id, asked)
				}
			}
		}
	}
	require.Equal(t, []string{"a/workloads.example.com"}, found, "the smallest id with a rule is selected")
	id, _, matched := webhook.Match(schema.GroupVersionKind{Version: "v1", Kind: "Pod"}, interpreter.Retain, configurations[0])
	require.True(t, matched)
	require.Equal(t, "examples/workloads.example.com", id)
}

// A webhook that cannot be called is still selected, and its error has the reason.
func TestInterpretersThatCannotBeCalled(t *testing.T) {
	t.Parallel()
	for _, change := range [][2]string{{"[v9, v1alpha1]", "[v9]"}, {`url: "https://127.0.0.1:8443/interpreter-workload", `, ""}} {
		c := configuration(t, strings.Replace(valid, change[0], change[1], 1))
		interpreters, err := webhook.Interpreters(func(id string, w webhook.Webhook) webhook.Client { return w.Client(id, nil, always("UID")) }, c)
		require.NoError(t, err)
		hook, found := interpreter.NewRegistry(interpreters...).HealthInterpreter(schema.GroupVersionKind{Version: "v1", Kind: "Pod"})
		require.True(t, found)
		_, err = hook.InterpretHealth(context.Background(), object(t, nginx))
		requireFault(t, webhook.FaultConfiguration, err)
	}
	many := slices.Repeat([]string{"a"}, 1000)
	c := webhook.Client{Rules: []webhook.Rule{{Operations: []interpreter.Operation{"*"}, APIGroups: many, APIVersions: many, Kinds: many}}}
	_, err := c.Interpreters()
	require.EqualError(t, err, "the rules for InterpretReplica expand to more than 100000 kinds")
}

func TestHTTPClientRefuses(t *testing.T) {
	t.Parallel()
	url := "https://127.0.0.1"
	for _, test := range []struct {
		config webhook.ClientConfig
		want   string
	}{
		{webhook.ClientConfig{}, "url and service are missing, expected one of them"},
		{webhook.ClientConfig{Service: &webhook.ServiceReference{Name: "a"}}, "the service has no name or no namespace"},
		{webhook.ClientConfig{URL: &url, CABundle: []byte("hello")}, "the caBundle of 5 bytes has no readable certificate, expected PEM"},
	} {
		_, err := test.config.HTTPClient(nil)
		require.EqualError(t, err, test.want)
	}
}
