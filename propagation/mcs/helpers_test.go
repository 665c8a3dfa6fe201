package mcs_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// now is the clock of the tests.
var now = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

// web is an EndpointSlice of the Service shop/web in a member cluster.
const web = "{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {namespace: shop, name: web-x, uid: u-1, " +
	"labels: {kubernetes.io/service-name: web, app: web}, annotations: {a: b}}, " +
	"addressType: IPv4, endpoints: [{addresses: [10.1.2.3], conditions: {ready: true}, nodeName: n1}], ports: [{name: http, port: 8080, protocol: TCP}]}"

// object returns an object, or nil for no content.
func object(content map[string]any) *unstructured.Unstructured {
	if content == nil {
		return nil
	}
	return &unstructured.Unstructured{Object: content}
}

func named(namespace, name string) types.NamespacedName {
	return types.NamespacedName{Namespace: namespace, Name: name}
}

func nameOf(object *unstructured.Unstructured) types.NamespacedName {
	return named(object.GetNamespace(), object.GetName())
}

// clusters returns clusters that are ready and have EndpointSlices.
func clusters(names ...string) []*api.Cluster {
	all := make([]*api.Cluster, len(names))
	for i, name := range names {
		all[i] = &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: name}}
		all[i].Status.Conditions = []metav1.Condition{{Type: api.ClusterReady, Status: metav1.ConditionTrue}}
		all[i].Status.APIEnablements = []api.APIEnablement{{GroupVersion: "discovery.k8s.io/v1", Resources: []api.APIResource{{Name: "endpointslices", Kind: "EndpointSlice"}}}}
	}
	return all
}

// idOf is a NewID for tests.
func idOf(of override.Ref) string { return "id of " + of.Namespace + "/" + of.Name }

// work decodes a Work from YAML.
func workOf(t testing.TB, text string) *api.Work {
	t.Helper()
	return casetest.Decode[api.Work](t, text)
}

// namesOf returns the namespaces and names of Works.
func namesOf(works []*api.Work) (names []string) {
	for _, w := range works {
		names = append(names, w.Namespace+"/"+w.Name)
	}
	return names
}

// decoded returns a value as decoded JSON.
func decoded(t testing.TB, v any) any {
	t.Helper()
	text, isText := v.(json.RawMessage)
	if !isText {
		text = []byte(casetest.Frozen(t, v))
	}
	var all any
	require.NoError(t, utiljson.Unmarshal(text, &all))
	return all
}

// setDeleting gives an object a deletion timestamp.
func setDeleting(object *unstructured.Unstructured) error {
	return unstructured.SetNestedField(object.Object, "2026-01-01T00:00:00Z", "metadata", "deletionTimestamp")
}

// setConditions stores the conditions of an object.
func setConditions(object *unstructured.Unstructured, conditions []metav1.Condition) error {
	text, err := json.Marshal(conditions)
	if err != nil {
		return err
	}
	var list []any
	if err := utiljson.Unmarshal(text, &list); err != nil {
		return err
	}
	return unstructured.SetNestedSlice(object.Object, list, "status", "conditions")
}
