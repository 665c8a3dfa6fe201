package native_test

import (
	"strings"
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

func TestServiceImportDependency(t *testing.T) {
	t.Parallel()
	imported := func(metadata string) string {
		return `{object: {apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport, metadata: ` + metadata + `, spec: 5}}`
	}
	long := strings.Repeat("a", 55)
	runHook(t, interpreter.InterpretDependency, []hookCase{
		{"imported", "the derived service and its slices; only the metadata is read", imported(`{name: web, namespace: shop}`),
			`[{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, namespace: shop, labelSelector: {matchLabels: {kubernetes.io/service-name: derived-web}}}, {apiVersion: v1, kind: Service, namespace: shop, name: derived-web}]`, ""},
		{"no namespace", "the dependencies have none either", imported(`{name: web}`),
			`[{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, labelSelector: {matchLabels: {kubernetes.io/service-name: derived-web}}}, {apiVersion: v1, kind: Service, name: derived-web}]`, ""},
		{"longest name", "63 characters with the prefix", imported(`{name: ` + long + `}`),
			`[{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, labelSelector: {matchLabels: {kubernetes.io/service-name: derived-` + long + `}}}, {apiVersion: v1, kind: Service, name: derived-` + long + `}]`, ""},
		{"too long", "it is not a label value", imported(`{name: a` + long + `}`), "", "InterpretDependency: ServiceImport a" + long + ": /metadata/name makes derived-a" + long + ", which is not a label value: "},
		{"no name", "a label does not end in a dash", imported(`{}`), "", "makes derived-, which is not a label value: "},
		{"name of a number", "it is not a name", imported(`{name: 5}`), "", "makes derived-, which is not a label value: "},
	})
}
