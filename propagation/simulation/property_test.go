package simulation

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/internal/casetest"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

var debug = flag.Bool("debug", false, "")

var (
	steps = flag.Int("steps", 1500, "how many random events there are")
	seed  = flag.Uint64("stepseed", 1, "where they begin")
)

// wild is a world with random events.
type wild struct {
	*rand.Rand
	*World
	frozen map[string]string // what a cluster had when it was cut off
	lost   map[string]bool   // clusters that have left while they were cut off: they keep their objects
	log    []string
}

func newWild(r *rand.Rand) *wild {
	hooks := interpreter.NewRegistry(native.Interpreters(func() time.Time { return time.Unix(0, 0) })...)
	w := &wild{Rand: r, frozen: map[string]string{}, lost: map[string]bool{}}
	w.World = New(propagation.PlanInput{Registry: hooks, Options: propagation.PlanOptions{AssumeAPIs: true, NewID: func(of override.Ref) string { return of.String() }}}, time.Unix(1e9, 0))
	return w
}

func (w *wild) one(in int) bool { return w.IntN(in) == 0 }

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// event changes one thing.
func (w *wild) event(t *testing.T) {
	name := fmt.Sprint("m", w.IntN(4))
	var what string
	switch w.IntN(12) {
	case 0, 1, 2:
		o := w.template(t)
		require.NoError(t, w.PutTemplate(o))
		what = "template " + override.RefOf(o).String()
	case 3:
		if refs := values(w.templates); len(refs) > 0 {
			ref := override.RefOf(refs[w.IntN(len(refs))])
			w.DeleteTemplate(ref)
			what = "delete " + ref.String()
		}
	case 4:
		w.PutPolicy(w.policy(t))
		what = "policy"
	case 5:
		w.PutOverride(w.override(t))
		what = "override policy"
	case 6:
		ref := override.Ref{APIVersion: api.PolicyGroupVersion.String(), Kind: "OverridePolicy", Namespace: "shop", Name: pick(w.Rand, "o1", "o2")}
		what = fmt.Sprint("delete ", ref, w.DeletePolicy(ref))
	case 7:
		if w.clusters[name] == nil {
			delete(w.frozen, name)
		}
		w.PutCluster(casetest.Decode[api.Cluster](t, fmt.Sprintf("metadata: {name: %s, labels: {ring: %q}}", name, pick(w.Rand, "a", "b"))))
		what = "cluster " + name
	case 8:
		if w.one(3) {
			what = fmt.Sprint("leave ", name, w.Leave(name))
			w.lost[name] = w.lost[name] || w.frozen[name] != ""
		}
	case 9:
		if c := w.clusters[name]; c != nil {
			ready := !isReady(c)
			w.SetReady(name, ready)
			what = fmt.Sprint("ready ", name, ready)
			if delete(w.frozen, name); !ready {
				w.frozen[name] = w.members[name].String()
				w.lost[name] = w.lost[name] || c.DeletionTimestamp != nil
			}
		}
	default:
		what = w.drift(t, name)
	}
	w.log = append(w.log, what)
}

func (w *wild) template(t *testing.T) *unstructured.Unstructured {
	name, app := pick(w.Rand, "a", "b"), pick(w.Rand, "red", "blue")
	switch w.IntN(4) {
	case 0:
		return casetest.Object(t, fmt.Sprintf("{apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, name: %s, labels: {app: %s}}, data: {k%d: v%d}}", name, app, w.IntN(2), w.IntN(3)))
	case 1:
		return casetest.Object(t, fmt.Sprintf("{apiVersion: v1, kind: Service, metadata: {namespace: shop, name: %s, labels: {app: %s}}, spec: {ports: [{port: %d}]}}", name, app, 80+w.IntN(2)))
	}
	retain, replicas := "", 1+w.IntN(5)
	if name == "b" {
		retain = `, resourcetemplate.karmada.io/retain-replicas: "true"`
	}
	return casetest.Object(t, fmt.Sprintf("{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: shop, name: %s, labels: {app: %s%s}}, spec: {replicas: %d, %s template: {spec: {containers: [{name: app, image: nginx}]}}}}",
		name, app, retain, replicas, pick(w.Rand, "", "paused: true,", "minReadySeconds: 5,")))
}

func (w *wild) policy(t *testing.T) api.PropagationSource {
	placement := pick(w.Rand,
		"{}", "{clusterAffinity: {labelSelector: {matchLabels: {ring: a}}}}", "{clusterAffinity: {clusterNames: [m0, m1]}}",
		"{replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Weighted}}",
	)
	return casetest.Decode[api.PropagationPolicy](t, fmt.Sprintf(`
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {namespace: shop, name: %s}
spec:
  resourceSelectors:
  - {apiVersion: apps/v1, kind: Deployment, labelSelector: {matchLabels: {app: %s}}}
  - {apiVersion: v1, kind: %s}
  placement: %s
  preserveResourcesOnDeletion: false
`, pick(w.Rand, "p", "q"), pick(w.Rand, "red", "blue"), pick(w.Rand, "ConfigMap", "Service"), placement))
}

func (w *wild) override(t *testing.T) api.OverrideSource {
	return casetest.Decode[api.OverridePolicy](t, fmt.Sprintf(`
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {namespace: shop, name: %s}
spec:
  overrideRules:
  - targetCluster: {clusterNames: [%s]}
    overriders: %s
`, pick(w.Rand, "o1", "o2"), pick(w.Rand, "m0", "m1", "m2"), pick(w.Rand,
		"{labelsOverrider: [{operator: add, value: {tier: gold}}]}", "{imageOverrider: [{component: Registry, operator: replace, value: mirror.example.com}]}",
		"{annotationsOverrider: [{operator: add, value: {note: here}}]}")))
}

// drift changes something in a cluster.
func (w *wild) drift(t *testing.T, cluster string) string {
	server := w.members[cluster]
	if server == nil || server.Len() == 0 || w.frozen[cluster] != "" {
		return "nothing"
	}
	objects := server.All()
	o := objects[w.IntN(len(objects))]
	what := w.IntN(5)
	err := w.Edit(cluster, override.RefOf(o), map[bool]func(*unstructured.Unstructured) error{true: nil, false: func(o *unstructured.Unstructured) error {
		switch what {
		case 1:
			return unstructured.SetNestedField(o.Object, "edited", "metadata", "labels", "app")
		case 2:
			return unstructured.SetNestedField(o.Object, "yes", "metadata", "labels", "team")
		case 3:
			if o.GetKind() == "ConfigMap" {
				return unstructured.SetNestedField(o.Object, "x", "data", "added")
			}
		}
		if o.GetKind() == "Deployment" {
			return unstructured.SetNestedField(o.Object, int64(7), "spec", "replicas")
		}
		return nil
	}}[what == 0])
	require.NoError(t, err)
	return fmt.Sprint("drift ", cluster, " ", override.RefOf(o), " ", what)
}

// judge returns an error if the clusters do not have exactly what the stored bindings say.
func (w *wild) judge(ctx context.Context) error {
	wanted := map[string]map[override.Ref]*unstructured.Unstructured{}
	overrides := make([]api.OverrideSource, 0, len(w.overrides))
	overrides = append(overrides, values(w.overrides)...)
	set, err := work.NewOverrides(overrides...)
	if err != nil {
		return err
	}
	for _, b := range w.bindings {
		ref := content.ResourceOf(b)
		template := w.templates[ref]
		if b.GetDeletionTimestamp() != nil {
			continue
		}
		if template == nil {
			return fmt.Errorf("%s has no template", b.Ref())
		}
		for _, target := range work.Targets(b.BindingSpec()) {
			c := w.clusters[target.Name]
			if c == nil && b.GetLabels()[api.PropagationPolicyIDLabel] == "" {
				continue // left: it is not scheduled again
			}
			if c == nil {
				return fmt.Errorf("%s has the cluster %s, which is gone", b.Ref(), target.Name)
			}
			object := template.DeepCopy()
			if ref.Kind == "Deployment" {
				_ = unstructured.SetNestedField(object.Object, int64(target.Replicas), "spec", "replicas")
			}
			result, err := set.Set.Select(object).Apply(c.Facts())
			if err != nil {
				return err
			}
			if object, err = result.Object(); err != nil {
				return err
			}
			if wanted[target.Name] == nil {
				wanted[target.Name] = map[override.Ref]*unstructured.Unstructured{}
			}
			wanted[target.Name][ref] = object
			if b.GetLabels()[api.PropagationPolicyIDLabel] == "" { // left: it is not rendered again
				wanted[target.Name][ref] = nil
			}
		}
	}
	for name, server := range w.members {
		if text, cut := w.frozen[name]; cut {
			if server.String() != text {
				return fmt.Errorf("%s was cut off and has changed", name)
			}
			continue
		}
		var all []override.Ref
		for _, o := range server.All() {
			ref := override.RefOf(o)
			all = append(all, ref)
			want, found := wanted[name][ref]
			if !found && w.lost[name] {
				continue
			}
			if !found {
				return fmt.Errorf("%s has %s, which no binding wants: %s", name, ref, w.dump())
			}
			if want == nil {
				continue
			}
			if err := contains(o, want); err != nil {
				return fmt.Errorf("%s: %s: %w", name, ref, err)
			}
		}
		for ref, want := range wanted[name] {
			if want != nil && !slices.Contains(all, ref) {
				return fmt.Errorf("%s lacks %s", name, ref)
			}
		}
	}
	return nil
}

// contains returns an error if an object lacks anything that is wanted. ConfigMaps have nothing else.
func contains(o, want *unstructured.Unstructured) error {
	retained := o.GetLabels()["resourcetemplate.karmada.io/retain-replicas"] == "true"
	for key, v := range want.GetLabels() {
		if o.GetLabels()[key] != v {
			return fmt.Errorf("label %s is %q, expected %q", key, o.GetLabels()[key], v)
		}
	}
	for key := range o.GetLabels() {
		if _, found := want.GetLabels()[key]; !found && key != "team" && !strings.Contains(key, "karmada.io/") {
			return fmt.Errorf("label %s stays", key)
		}
	}
	for key := range o.GetAnnotations() {
		if _, found := want.GetAnnotations()[key]; !found && !strings.Contains(key, "karmada.io/") {
			return fmt.Errorf("annotation %s stays", key)
		}
	}
	if o.GetKind() == "ConfigMap" && fmt.Sprint(o.Object["data"]) != fmt.Sprint(want.Object["data"]) {
		return fmt.Errorf("data is %v, expected %v", o.Object["data"], want.Object["data"])
	}
	spec, _ := want.Object["spec"].(map[string]any)
	found, _ := o.Object["spec"].(map[string]any)
	for _, key := range []string{"paused", "minReadySeconds"} {
		if fmt.Sprint(found[key]) != fmt.Sprint(spec[key]) {
			return fmt.Errorf("%s is %v, expected %v", key, found[key], spec[key])
		}
	}
	if retained {
		spec = maps.Clone(spec)
		delete(spec, "replicas")
	}
	if !within(spec, found) {
		return fmt.Errorf("spec is %v, expected %v", found, spec)
	}
	return nil
}

func within(want, found any) bool {
	switch want := want.(type) {
	case map[string]any:
		f, ok := found.(map[string]any)
		for key, v := range want {
			ok = ok && within(v, f[key])
		}
		return ok || len(want) == 0
	case []any:
		f, ok := found.([]any)
		if !ok || len(f) != len(want) {
			return false
		}
		for i := range want {
			if !within(want[i], f[i]) {
				return false
			}
		}
		return true
	}
	return want == found
}

// TestWorld lets random events happen. When nothing changes any more, the clusters have exactly what the bindings say, and nothing is left to do.
func TestWorld(t *testing.T) {
	t.Parallel()
	require.NoError(t, runWild(t, *steps, *seed, func(*World) {}))
}

func runWild(t *testing.T, steps int, seed uint64, mutate func(*World)) error {
	ctx := context.Background()
	const perWorld = 50
	for number := range uint64(steps+perWorld-1) / perWorld {
		w := newWild(rand.New(rand.NewPCG(seed, number)))
		mutate(w.World)
		for range perWorld {
			for range 1 + w.IntN(3) {
				w.event(t)
			}
			if number == 13 && *debug {
				fmt.Println("-----", w.log[max(0, len(w.log)-4):])
				fmt.Print(w.dump())
			}
			if _, err := w.Settle(ctx); err != nil {
				return fmt.Errorf("world %d: %v: %w", number, w.log, err)
			}
			if err := w.judge(ctx); err != nil {
				return fmt.Errorf("world %d: %v: %w", number, w.log, err)
			}
			again, err := w.Settle(ctx)
			if err != nil {
				return err
			}
			if len(again.Actions) > 0 || again.Rounds > 1 {
				return fmt.Errorf("world %d: %v: a second pass has %v", number, w.log, again.Actions)
			}
		}
		for _, ref := range values(w.templates) {
			w.DeleteTemplate(override.RefOf(ref))
		}
		for name := range w.clusters {
			w.SetReady(name, true)
		}
		w.frozen = map[string]string{}
		if _, err := w.Settle(ctx); err != nil {
			return err
		}
		if err := w.judge(ctx); err != nil {
			return fmt.Errorf("after everything was deleted: %w", err)
		}
		if len(w.works)+len(w.bindings) > 0 {
			return errors.New("Works or bindings are left")
		}
	}
	return nil
}

// TestWorldFindsFaults checks that TestWorld fails if Sync has a fault.
func TestWorldFindsFaults(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]func(*work.Decision){
		"deletes nothing": func(d *work.Decision) {
			if d.Action == work.ActionDelete {
				d.Action = work.ActionLeave
			}
		},
		"ignores drift": func(d *work.Decision) {
			if d.Action == work.ActionUpdate {
				d.Action = work.ActionLeave
			}
		},
		"recreates nothing": func(d *work.Decision) {
			if d.Action == work.ActionRecreate {
				d.Action = work.ActionLeave
			}
		},
		"retains no label of the cluster": func(d *work.Decision) {
			if d.Action == work.ActionUpdate {
				d.Send.SetResourceVersion("")
				_ = unstructured.SetNestedField(d.Send.Object, "10.9.9.9", "spec", "clusterIP")
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Error(t, runWild(t, 500, 1, func(w *World) {
				w.sync = func(ctx context.Context, in work.SyncInput) (*work.SyncResult, error) {
					result, err := work.Sync(ctx, in)
					for i := range result.Decisions {
						fault(&result.Decisions[i])
					}
					return result, err
				}
			}))
		})
	}
}

func (w *wild) dump() string {
	var b strings.Builder
	for _, x := range values(w.bindings) {
		fmt.Fprintln(&b, x.Ref(), x.GetDeletionTimestamp(), x.GetLabels(), work.Targets(x.BindingSpec()), x.BindingStatus().Conditions)
	}
	for _, x := range values(w.works) {
		fmt.Fprintln(&b, x.Ref(), x.DeletionTimestamp, x.Labels, x.Finalizers, x.Status.Conditions)
	}
	for name, c := range w.clusters {
		fmt.Fprintln(&b, name, c.DeletionTimestamp, c.Spec.Taints, isReady(c))
	}
	return b.String()
}
