package propagation_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/interpreter/thirdparty"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/files"
	"github.com/overridekit/overridekit/policy/karmada/validation"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/diff"
)

// planFolder plans the objects in a folder, passes each Work to send, and prints what changes with other templates.
func planFolder(ctx context.Context, folder string, send func(work override.Ref, body []byte), changed []*unstructured.Unstructured) error {
	bundle, report := files.Reader{}.Read(folder)
	if err := report.Err(); err != nil {
		return err // every error in the files, each with file and line
	}
	for i, p := range bundle.Propagation {
		bundle.Propagation[i] = validation.DefaultPropagation(p, nil) // as admission does; the plan makes the ids
	}
	in := propagation.InputOf(&bundle.Bundle) // shares the lists and the objects of the bundle
	known := append(thirdparty.Interpreters(time.Now), native.Interpreters(time.Now)...)
	in.Registry = interpreter.NewRegistry(known...) // the kinds that a fresh Karmada understands
	in.Options.AssumeAPIs = true                    // the clusters were written by hand
	in.Options.StreamWorks = true                   // no Work is kept in memory
	plan, err := propagation.NewPlan(ctx, in)
	if err != nil {
		return err // an option or an override policy is invalid, or ctx is done
	}
	for _, row := range plan.Rows { // one for each object
		if row.Err != nil { // it has no Work for some clusters, or none at all
			fmt.Println(row.Template, "failed:", row.Err)
		}
	}
	var body []byte
	for w := range plan.EachWork() {
		if body, err = w.AppendJSON(body[:0]); err != nil { // or w.Work(), the object
			return err
		}
		send(w.Ref(), body)
	}
	// The next plan starts from the bindings of this one, as a control plane does. Without them, workloads may move.
	in.Templates = append(in.Templates, changed...) // of two objects with one name, the last one counts
	in.Bindings = plan.Bindings
	next, err := propagation.NewPlan(ctx, in)
	if err != nil {
		return err
	}
	for _, w := range diff.Plans(plan, next).Works { // created, changed, deleted or left
		fmt.Println(w.Work, w.Kind)
	}
	return nil
}

const folderYAML = `
{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: shop}, data: {zone: none}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec: {replicas: 3}
---
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {name: all, namespace: shop}
spec:
  resourceSelectors:
  - {apiVersion: v1, kind: ConfigMap}
  - {apiVersion: apps/v1, kind: Deployment}
  placement: {replicaScheduling: {replicaSchedulingType: Divided}} # by weight, says the default
---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: eu}}
---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: us}}
---
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: region, namespace: shop}
spec:
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]
  overrideRules:
  - targetCluster: {clusterNames: [us]}
    overriders: {plaintext: [{path: /data/region, operator: replace, value: us}]}
`

// A folder of manifests is read and planned, and planned again with more replicas. The ConfigMap has no key region, so its override fails in us.
func ExampleInputOf_files() {
	folder, err := os.MkdirTemp("", "plan")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	if err := os.WriteFile(filepath.Join(folder, "shop.yaml"), []byte(folderYAML), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	send := func(work override.Ref, _ []byte) { fmt.Println("send", work) }
	more := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "apps/v1", "kind": "Deployment", "metadata": map[string]any{"name": "web", "namespace": "shop"},
		"spec": map[string]any{"replicas": int64(4)},
	}}
	if err := planFolder(context.Background(), folder, send, []*unstructured.Unstructured{more}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// ConfigMap shop/settings failed: ResourceBinding shop/settings-configmap in cluster us: OverridePolicy shop/region: spec.overrideRules[0].overriders.plaintext[0]: ConfigMap shop/settings in cluster us: replace /data/region: /data has no key "region"
	// send Work karmada-es-eu/settings-5bcb6f9b88
	// send Work karmada-es-eu/web-56d6c779bb
	// send Work karmada-es-us/web-56d6c779bb
	// Work karmada-es-us/web-56d6c779bb changed
}
