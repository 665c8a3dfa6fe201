package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReplayBindings(t *testing.T) {
	t.Parallel()
	const (
		object = `"object":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c","namespace":"n","uid":"1"}}`
		policy = `"policy":{"kind":"PropagationPolicy","metadata":{"name":"p","namespace":"n"},"spec":{"placement":{}}}`
		owners = `"ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"c","uid":"1","controller":true,"blockOwnerDeletion":true}]`
		claim  = `"labels":{"propagationpolicy.karmada.io/permanent-id":""},"annotations":{"propagationpolicy.karmada.io/name":"p","propagationpolicy.karmada.io/namespace":"n"}`
		made   = `{"kind":"ResourceBinding","apiVersion":"work.karmada.io/v1alpha2","metadata":{"name":"c-configmap","namespace":"n",` + claim + `,` + owners + `,"finalizers":["karmada.io/binding-controller"]},` +
			`"spec":{"resource":{"apiVersion":"v1","kind":"ConfigMap","namespace":"n","name":"c","uid":"1"},"placement":{}}}`
		web  = `"independent":{"kind":"ResourceBinding","metadata":{"name":"web","namespace":"n"},"spec":{"resource":{"apiVersion":"v1","kind":"Pod","name":"web"}}}`
		kept = `"requiredBy":[{"namespace":"n","name":"web"}]`
	)
	for _, c := range []struct{ name, reason, line, want string }{
		{"bind", "the binding of the object by the policy", `{"name":"b","op":"Bind",` + object + `,` + policy + `}`, `{"name":"b","want":{"binding":` + made + `}}`},
		{"bind with a priority class", "the class does not exist", `{"name":"b","op":"Bind",` + object + `,"policy":{"metadata":{"name":"p","namespace":"n"},"spec":{"schedulePriority":{"priorityClassSource":"KubePriorityClass","priorityClassName":"x"}}}}`,
			`{"name":"b","error":"binding of ConfigMap n/c by PropagationPolicy n/p: spec.schedulePriority.…"}`},
		{"bind without an object", "an error", `{"name":"b","op":"Bind",` + policy + `}`, `{"name":"b","error":"PropagationPolicy n/p: …"}`},
		{"merge", "nothing changes", `{"name":"m","op":"MergeBinding",` + object + `,` + policy + `,"existing":` + made + `}`,
			`{"name":"m","want":{"desired":` + made + `,"binding":` + made + `,"operation":"none"}}`},
		{"merge into another's", "it belongs to an earlier object", `{"name":"m","op":"MergeBinding",` + object + `,` + policy + `,"existing":` + strings.ReplaceAll(made, `"uid":"1"`, `"uid":"0"`) + `}`,
			`{"name":"m","error":"ResourceBinding n/c-configmap belongs to …"}`},
		{"attach", "a dependency follows", `{"name":"a","op":"AttachedBinding","dependency":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c","namespace":"n","uid":"1"}},` + web + `}`,
			`{"name":"a","want":{"conflict":false,` +
				`"desired":{"kind":"ResourceBinding","apiVersion":"work.karmada.io/v1alpha2","metadata":{"name":"c-configmap","namespace":"n","labels":{"resourcebinding.karmada.io/depended-by-868cb6bb96":""},` + owners + `,"finalizers":["karmada.io/binding-controller"]},` +
				`"spec":{"resource":{"apiVersion":"v1","kind":"ConfigMap","namespace":"n","name":"c","uid":"1"},` + kept + `}},` +
				`"binding":{"kind":"ResourceBinding","apiVersion":"work.karmada.io/v1alpha2","metadata":{"name":"c-configmap","namespace":"n","labels":{"resourcebinding.karmada.io/depended-by-868cb6bb96":""},` + owners + `,"finalizers":["karmada.io/binding-controller"]},` +
				`"spec":{"resource":{"apiVersion":"v1","kind":"ConfigMap","namespace":"n","name":"c","uid":"1"},` + kept + `,"conflictResolution":"Abort","preserveResourcesOnDeletion":false}}}}`},
		{"distribute", "other bindings do not change", `{"name":"d","op":"Distribute",` + web + `,"bindings":[{"kind":"ResourceBinding","metadata":{"name":"a","namespace":"n"},"spec":{"resource":{"apiVersion":"v1","kind":"Pod","name":"a"}}}]}`,
			`{"name":"d","want":{"bindings":[{"kind":"ResourceBinding","metadata":{"name":"a","namespace":"n"},"spec":{"resource":{"apiVersion":"v1","kind":"Pod","name":"a"}}},` +
				`{"kind":"ResourceBinding","metadata":{"name":"web","namespace":"n"},"spec":{"resource":{"apiVersion":"v1","kind":"Pod","name":"web"}}}]}}`},
		{"distribute the last", "without finalizers it is deleted", `{"name":"d","op":"Distribute","independent":{"metadata":{"name":"web","namespace":"n","deletionTimestamp":"2026-01-02T03:04:05Z","finalizers":["karmada.io/binding-dependencies-distributor"]}}}`,
			`{"name":"d","want":{"bindings":[]}}`},
		{"distribute without a binding", "an error", `{"name":"d","op":"Distribute"}`, `{"name":"d","error":"found an independent binding with namespace …"}`},
		{"unreadable", "the case cannot be decoded", `{"name":"d","op":"Distribute","independent":[]}`, `{"name":"d","error":"…"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			require.NoError(t, replay(strings.NewReader(c.line+"\n"), &out), c.reason)
			requireAnswer(t, c.want, out.String(), c.reason)
		})
	}
}
