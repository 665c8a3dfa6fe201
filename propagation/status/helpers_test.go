package status_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// now is the time of all tests.
var now = time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)

var hooks = interpreter.NewRegistry(native.Interpreters(func() time.Time { return now })...)

// foreignBinding is a foreign type whose methods panic.
type foreignBinding struct{ api.Binding }

// wildHook returns the same values for every object. It writes statuses only if it has text.
type wildHook struct {
	status any
	object *unstructured.Unstructured
	err    error
}

func (wildHook) Kinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{{Group: interpreter.Any, Version: interpreter.Any, Kind: interpreter.Any}}
}

func (h wildHook) InterpretStatus(context.Context, *unstructured.Unstructured) (any, error) {
	return h.status, h.err
}

func (h wildHook) InterpretHealth(context.Context, *unstructured.Unstructured) (bool, error) {
	return h.err == nil, h.err
}

func (h wildHook) AggregateStatus(context.Context, *unstructured.Unstructured, []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	return h.object, h.err
}

// returning returns a registry whose AggregateStatus returns an object.
func returning(object *unstructured.Unstructured) *interpreter.Registry {
	return interpreter.NewRegistry(wildHook{object: object})
}

// brokenEncoder reports a status that it cannot write. Its error quotes the status.
type brokenEncoder struct{ wildHook }

func (brokenEncoder) EncodeStatus(any) ([]byte, error) { return nil, errors.New("hush") }

// textEncoder writes its status as this text.
type textEncoder struct {
	wildHook
	text string
}

func (e textEncoder) EncodeStatus(any) ([]byte, error) { return []byte(e.text), nil }

// wholeHook reports the whole status.
type wholeHook struct{}

func (wholeHook) Kinds() []schema.GroupVersionKind { return wildHook{}.Kinds() }

func (wholeHook) InterpretStatus(_ context.Context, object *unstructured.Unstructured) (any, error) {
	return object.Object["status"], nil
}

// fleet returns the binding of a Deployment and its Works in n clusters, all applied.
func fleet(t testing.TB, n int) (*api.ResourceBinding, []*api.Work) {
	t.Helper()
	rb := casetest.Decode[api.ResourceBinding](t, `
metadata: {namespace: default, name: web-deployment, labels: {resourcebinding.karmada.io/permanent-id: id-1}}
spec: {resource: {apiVersion: apps/v1, kind: Deployment, namespace: default, name: web}}
`)
	one := casetest.Decode[api.Work](t, `
metadata: {name: web-1, labels: {resourcebinding.karmada.io/permanent-id: id-1}}
spec: {workload: {manifests: [{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: default, name: web}}]}}
status:
  conditions: [{type: Applied, status: "True", reason: AppliedSuccessful, message: Manifest has been successfully applied}]
  manifestStatuses:
  - identifier: {ordinal: 0, group: apps, version: v1, kind: Deployment, resource: "", namespace: default, name: web}
    health: Healthy
    status: {generation: 1, resourceTemplateGeneration: 2, observedGeneration: 1, replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3}
`)
	works := make([]*api.Work, n)
	for i := range works {
		cluster := fmt.Sprintf("member%06d", (i*7919)%n)
		rb.Spec.Clusters = append(rb.Spec.Clusters, api.TargetCluster{Name: cluster, Replicas: 3})
		works[i] = one.DeepCopy()
		works[i].Namespace = api.ExecutionNamespace(cluster)
	}
	return rb, works
}
