package main

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
)

// syncing is a case about a manifest and the object in the member cluster.
type syncing struct {
	Name string `json:"name"`
	Op   string `json:"op"`

	Cluster         string         `json:"cluster"`
	Desired         map[string]any `json:"desired"`
	Observed        map[string]any `json:"observed"` // null if the object does not exist
	Object          map[string]any `json:"object"`   // of Release
	Old             map[string]any `json:"old"`      // of MemberUpdate
	Current         map[string]any `json:"current"`  // of MemberUpdate
	RecordedVersion *string        `json:"recordedVersion"`
}

// syncs has the operations about objects in member clusters.
var syncs = map[string]func(*syncing, context.Context) (any, error){
	"Sync":         (*syncing).sync,
	"Release":      (*syncing).release,
	"MemberUpdate": (*syncing).memberUpdate,
}

func answerSyncing(line []byte) any {
	var c syncing
	if err := kjson.UnmarshalCaseSensitivePreserveInts(line, &c); err != nil {
		return map[string]any{"name": c.Name, "error": err.Error()}
	}
	want, err := syncs[c.Op](&c, context.Background())
	if err != nil {
		return map[string]any{"name": c.Name, "error": err.Error()}
	}
	return map[string]any{"name": c.Name, "want": want}
}

func (c *syncing) sync(ctx context.Context) (any, error) {
	cluster := &api.Cluster{}
	cluster.Name = c.Cluster
	cluster.Status.Conditions = []metav1.Condition{{Type: api.ClusterReady, Status: metav1.ConditionTrue}}
	manifest := &unstructured.Unstructured{Object: readable(c.Desired)}
	if manifest.GetName() == "" && c.Observed != nil { // Karmada does not look at the name
		manifest = manifest.DeepCopy()
		manifest.SetName("unnamed")
	}
	w := &api.Work{Spec: api.WorkSpec{Workload: api.WorkloadTemplate{Manifests: []api.Manifest{manifest.Object}}}}
	w.Namespace = api.ExecutionNamespace(c.Cluster)
	observed, renamed := sameIdentity(c.Observed, manifest.Object)
	result, err := work.Sync(ctx, work.SyncInput{
		Work: w, Cluster: cluster, Observed: []*unstructured.Unstructured{observed}, Interpreter: hooks, Now: clock(),
	})
	if err != nil {
		return nil, err
	}
	d := result.Decisions[0]
	if d.Err != nil {
		return nil, d.Err
	}
	sent := d.Send
	if c.Observed != nil { // Karmada also sends what this library leaves
		if sent, err = work.Retain(ctx, hooks, &unstructured.Unstructured{Object: c.Desired}, objectOrNil(c.Observed)); err != nil {
			return nil, err
		}
	}
	return map[string]any{"object": sent.Object, "needsUpdate": d.NeedsUpdate || renamed}, nil
}

// sameIdentity returns the observed object, or nil, with the API version, kind, namespace and name of the manifest, and reports whether it
// had others: Karmada compares any two objects, and package work only those of a manifest.
func sameIdentity(observed, manifest map[string]any) (object *unstructured.Unstructured, renamed bool) {
	object, wanted := objectOrNil(observed), &unstructured.Unstructured{Object: manifest}
	if object == nil || override.RefOf(object) == override.RefOf(wanted) {
		return object, false
	}
	object = object.DeepCopy()
	object.SetAPIVersion(wanted.GetAPIVersion())
	object.SetKind(wanted.GetKind())
	object.SetNamespace(wanted.GetNamespace())
	object.SetName(wanted.GetName())
	return object, true
}

// readable returns a manifest without labels or annotations that are not all strings: Karmada ignores them, and package work refuses them.
func readable(manifest map[string]any) map[string]any {
	metadata, _ := manifest["metadata"].(map[string]any)
	for _, field := range []string{"labels", "annotations"} {
		if !stringsOnly(metadata[field]) {
			delete(metadata, field)
		}
	}
	return manifest
}

// stringsOnly reports whether labels or annotations are strings; null counts as a string, and as none.
func stringsOnly(v any) bool {
	values, ok := v.(map[string]any)
	for _, e := range values {
		if _, isString := e.(string); !isString && e != nil {
			return false
		}
	}
	return ok || v == nil
}

func objectOrNil(content map[string]any) *unstructured.Unstructured {
	if content == nil {
		return nil
	}
	return &unstructured.Unstructured{Object: content}
}

func (c *syncing) release(context.Context) (any, error) {
	released, err := work.Release(&unstructured.Unstructured{Object: c.Object})
	if err != nil {
		return nil, err
	}
	return map[string]any{"object": released.Object}, nil
}

func (c *syncing) memberUpdate(context.Context) (any, error) {
	if c.RecordedVersion == nil { // Karmada ignores updates of an object that it has not written; package work does not
		return map[string]any{"enqueue": false}, nil
	}
	synced, found := work.MemberEvent{Old: objectOrNil(c.Old), New: objectOrNil(c.Current), Written: *c.RecordedVersion}.Work()
	want := map[string]any{"enqueue": found}
	if found {
		want["work"] = synced.Namespace + "/" + synced.Name
	}
	return want, nil
}
