package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReplayCrossings(t *testing.T) {
	t.Parallel()
	const (
		slice    = `{"apiVersion":"discovery.k8s.io/v1","kind":"EndpointSlice","metadata":{"name":"s","namespace":"n","labels":{"kubernetes.io/service-name":"web"}},"addressType":"IPv4","endpoints":null,"ports":null}`
		manifest = `{"apiVersion":"discovery.k8s.io/v1","kind":"EndpointSlice","metadata":{"name":"s","namespace":"n"},"addressType":"IPv4","endpoints":null,"ports":null}`
		labels   = `"labels":{"endpointslice.karmada.io/managed-by":"ServiceExport","endpointslice.karmada.io/name":"web","work.karmada.io/permanent-id":"i"}`
		spec     = `"spec":{"workload":{"manifests":[` + manifest + `]}}`
		work     = `{"kind":"Work","apiVersion":"work.karmada.io/v1alpha1","metadata":{"name":"w","namespace":"karmada-es-m1",` + labels + `},` + spec + `}`
		imported = `{"apiVersion":"discovery.k8s.io/v1","kind":"EndpointSlice","metadata":{"name":"imported-m1-s","namespace":"n","labels":{"work.karmada.io/permanent-id":"i","kubernetes.io/service-name":"derived-web",` +
			`"endpointslice.kubernetes.io/managed-by":"endpointslice-controller.karmada.io"},"annotations":{"work.karmada.io/namespace":"karmada-es-m1","work.karmada.io/name":"w"}},"addressType":"IPv4","endpoints":null,"ports":null}`
		derived = `{"apiVersion":"v1","kind":"Service","metadata":{"name":"derived-web","namespace":"n"},"spec":{"type":"ClusterIP"},"status":{"loadBalancer":{}}}`
		given   = `{"apiVersion":"networking.karmada.io/v1alpha1","kind":"MultiClusterService","metadata":{"name":"web","namespace":"n"},"spec":{"types":["LoadBalancer"]}}`
		applied = `[{"type":"ServiceApplied","status":"True","reason":"ServiceAppliedSucceed","message":"Service is propagated to target clusters."}]`
	)
	for _, c := range []struct{ name, reason, line, want string }{
		{"report without a cluster", "an error", `{"name":"r","op":"ReportSlice","source":"ServiceExport","endpointSlice":` + slice + `}`, `{"name":"r","error":"found no name of a cluster, expected one"}`},
		{"clean", "no source is left", `{"name":"c","op":"CleanSlice","source":"ServiceExport","work":` + work + `}`, `{"name":"c","want":{"deleted":true,"work":null}}`},
		{"clean another", "the other source is left", `{"name":"c","op":"CleanSlice","source":"MultiClusterService","work":` + work + `}`, `{"name":"c","want":{"deleted":false,"work":` + work + `}}`},
		{"import", "a new slice", `{"name":"i","op":"ImportSlice","work":` + work + `,"existingObjects":[]}`, `{"name":"i","want":{"endpointSlices":[` + imported + `],"workFinalizers":null}}`},
		{"import over nothing", "null is not a stored slice", `{"name":"i","op":"ImportSlice","work":` + work + `,"existingObjects":[null]}`, `{"name":"i","want":{"endpointSlices":[` + imported + `],"workFinalizers":null}}`},
		{"import no more", "the slice is deleted", `{"name":"i","op":"ImportSlice","work":` + strings.Replace(work, `"endpointslice.karmada.io/name":"web",`, "", 1) + `,"existingObjects":[` + imported + `]}`,
			`{"name":"i","want":{"endpointSlices":[],"workFinalizers":null}}`},
		{"derive", "a new Service", `{"name":"d","op":"DeriveService","serviceImport":{"metadata":{"name":"web","namespace":"n"},"spec":{"type":"ClusterSetIP"}}}`, `{"name":"d","want":{"service":` + derived + `}}`},
		{"derive no more", "the Service is deleted", `{"name":"d","op":"DeriveService","serviceImport":null,"objectNamespace":"n","objectName":"web","existing":` + derived + `}`, `{"name":"d","want":{"service":null}}`},
		{"derive a headless one", "the stored Service stays", `{"name":"d","op":"DeriveService","serviceImport":{"metadata":{"name":"web","namespace":"n"},"spec":{"type":"Headless"}},"existing":` + derived + `}`, `{"name":"d","want":{"service":` + derived + `}}`},
		{"dispatch without an owner", "there is no MultiClusterService", `{"name":"p","op":"DispatchSlice","work":` + work + `,"multiClusterService":null,"clusters":[],"works":[]}`, `{"name":"p","want":{"works":[` + work + `],"conditions":null}}`},
		{"dispatch of another owner", "its MultiClusterService is not stored", `{"name":"p","op":"DispatchSlice","work":` + strings.Replace(work, `"labels":{`, `"labels":{"multiclusterservice.karmada.io/name":"web",`, 1) + `,"multiClusterService":` + given + `,"works":[]}`,
			`{"name":"p","want":{"works":[` + strings.Replace(work, `"labels":{`, `"labels":{"multiclusterservice.karmada.io/name":"web",`, 1) + `],"conditions":[]}}`},
		{"dispatch nothing", "an error", `{"name":"p","op":"DispatchSlice"}`, `{"name":"p","error":"found no Work, expected one"}`},
		{"propagate nothing", "it is not across clusters", `{"name":"m","op":"MultiClusterService","multiClusterService":` + given + `,"service":null,"clusters":[],"works":[]}`,
			`{"name":"m","want":{"works":[],"service":null,"binding":null,"finalizers":[],"conditions":` + applied + `}}`},
		{"unreadable", "the case cannot be decoded", `{"name":"c","op":"CleanSlice","work":[]}`, `{"name":"c","error":"…"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			require.NoError(t, replay(strings.NewReader(c.line+"\n"), &out), c.reason)
			requireAnswer(t, c.want, out.String(), c.reason)
		})
	}
}
