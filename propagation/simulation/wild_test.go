package simulation

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/template"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/estate"
)

// wild is a world with random events.
type wild struct {
	*estate.Estate
	*World
	frozen  map[string]string                  // the content of clusters when they were disconnected
	lost    map[string]map[override.Ref]bool   // clusters that have left while they were disconnected keep these objects
	imports map[string]map[importedSlice][]any // the endpoints that were imported from clusters when they were disconnected
	refused map[string]bool                    // clusters whose API servers refuse all writes of the control plane
	scaled  map[scalable]int64                 // the replicas that an autoscaler in a cluster has chosen
	stale   map[string]bool                    // bindings and their clusters that left while no policy claimed the template: the scheduler did not see that
	log     []string
}

// scalable is an object in a cluster.
type scalable struct {
	cluster string
	uid     types.UID
}

var errRefused = errors.New("refused")

func newWild(t *testing.T, seed, number uint64) *wild {
	w := &wild{Estate: estate.New(seed, number), frozen: map[string]string{}, lost: map[string]map[override.Ref]bool{}, imports: map[string]map[importedSlice][]any{}, refused: map[string]bool{}, scaled: map[scalable]int64{}, stale: map[string]bool{}, World: newWorld()}
	w.refuse = func(cluster string) error {
		if w.refused[cluster] {
			return errRefused
		}
		return nil
	}
	if w.One(2) {
		w.begin(t)
	}
	return w
}

// begin lets a Service be exported and imported.
func (w *wild) begin(t *testing.T) {
	for _, name := range []string{"m0", "m1", "m2"} {
		w.join(t, name)
	}
	for i, kind := range []string{"apiVersion: v1, kind: Service", "apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceExport", "apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport", "apiVersion: v1, kind: ConfigMap"} {
		require.NoError(t, w.PutPolicy(w.policyOf(t, string("pqrs"[i]), kind)))
	}
	for _, text := range []string{
		"{apiVersion: v1, kind: Service, metadata: {namespace: shop, name: a, labels: {app: red}}, spec: {selector: {of: a}, ports: [{port: 80}]}}",
		"{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: shop, name: b, labels: {app: red, resourcetemplate.karmada.io/retain-replicas: 'true'}}, spec: {replicas: 2, template: {metadata: {labels: {of: a}}}}}",
		"{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceExport, metadata: {namespace: shop, name: a, labels: {app: red}}}",
		"{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport, metadata: {namespace: shop, name: a, labels: {app: red}}, spec: {type: ClusterSetIP, ports: [{port: 80}]}}",
	} {
		require.NoError(t, w.PutTemplate(casetest.Object(t, text)))
	}
	w.log = append(w.log, "begin with a Service")
}

func newWorld() *World {
	hooks := interpreter.NewRegistry(native.Interpreters(func() time.Time { return time.Unix(0, 0) })...)
	options := propagation.PlanOptions{AssumeAPIs: true, Options: template.Options{NewID: func(of override.Ref) string { return of.String() }}}
	return New(propagation.PlanInput{Registry: hooks, Options: options}, time.Unix(1e9, 0))
}

// event changes one thing.
func (w *wild) event(t *testing.T) {
	name := fmt.Sprint("m", w.IntN(4))
	what := "nothing"
	switch w.IntN(15) {
	case 0, 1, 2:
		o := w.template(t)
		require.NoError(t, w.PutTemplate(o))
		what = "put " + override.RefOf(o).String()
	case 3:
		if all := w.given(); len(all) > 0 {
			ref := all[w.IntN(len(all))]
			what = fmt.Sprint("delete ", ref, w.DeleteTemplate(ref))
		}
	case 4:
		require.NoError(t, w.PutPolicy(w.policy(t)))
		what = "put a policy"
	case 5:
		require.NoError(t, w.PutOverride(w.override(t)))
		what = "put an override policy"
	case 6:
		ref := override.Ref{APIVersion: api.PolicyGroupVersion.String(), Kind: "OverridePolicy", Namespace: "shop", Name: estate.Pick(w.Estate, "o1", "o2")}
		what = fmt.Sprint("delete ", ref, w.DeletePolicy(ref))
	case 7:
		what = w.join(t, name)
	case 8:
		if w.One(3) {
			what = fmt.Sprint("leave ", name, w.Leave(name))
			if w.frozen[name] != "" {
				w.lose(name)
			}
		}
	case 9:
		what = w.toggle(name)
	case 10:
		w.refused[name] = !w.refused[name] && w.One(2)
		what = fmt.Sprint("refuse ", name, w.refused[name])
	case 11:
		w.Wait(time.Duration(w.IntN(3600)) * time.Second)
		what = "wait"
	case 12:
		if w.One(3) {
			ref := override.Ref{APIVersion: api.PolicyGroupVersion.String(), Kind: "PropagationPolicy", Namespace: "shop", Name: estate.Pick(w.Estate, "p", "q", "r", "s")}
			what = fmt.Sprint("delete ", ref, w.DeletePolicy(ref))
		}
	default:
		what = w.drift(t, name)
	}
	w.log = append(w.log, what)
}

func (w *wild) join(t *testing.T, name string) string {
	if w.clusters[name] == nil {
		delete(w.frozen, name)
	}
	if c := w.clusters[name]; c != nil && c.DeletionTimestamp != nil {
		return "nothing"
	}
	require.NoError(t, w.PutCluster(casetest.Decode[api.Cluster](t, fmt.Sprintf("metadata: {name: %s, labels: {ring: %q}}", name, estate.Pick(w.Estate, "a", "b")))))
	return "put " + name
}

// toggle disconnects a cluster, or connects it again.
func (w *wild) toggle(name string) string {
	c := w.clusters[name]
	if c == nil {
		return "nothing"
	}
	ready := !isReady(c)
	w.SetReady(name, ready)
	if delete(w.frozen, name); !ready {
		w.frozen[name] = w.members[name].String()
		w.imports[name] = w.importedFrom(name)
		if c.DeletionTimestamp != nil {
			w.lose(name)
		}
	}
	return fmt.Sprint("ready ", name, ready)
}

// given returns the templates that users have put.
func (w *wild) given() (all []override.Ref) {
	for _, o := range w.Templates() {
		if ref := override.RefOf(o); ref.Kind != "EndpointSlice" && !strings.HasPrefix(ref.Name, "derived-") {
			all = append(all, ref)
		}
	}
	return all
}

func (w *wild) template(t *testing.T) *unstructured.Unstructured {
	name, app := estate.Pick(w.Estate, "a", "b"), estate.Pick(w.Estate, "red", "blue")
	metadata := fmt.Sprintf("{namespace: shop, name: %s, labels: {app: %s}}", name, app)
	switch w.IntN(9) {
	case 8:
		return casetest.Object(t, fmt.Sprintf("{apiVersion: v1, kind: Secret, metadata: %s, data: {k: dj%d=}}", metadata, w.IntN(3)))
	case 0, 1:
		return casetest.Object(t, fmt.Sprintf("{apiVersion: v1, kind: ConfigMap, metadata: %s, data: {k%d: v%d}}", metadata, w.IntN(2), w.IntN(3)))
	case 2, 3:
		return casetest.Object(t, fmt.Sprintf("{apiVersion: v1, kind: Service, metadata: %s, spec: {%s ports: [{port: %d}]}}", metadata, estate.Pick(w.Estate, "", "selector: {of: a},", "selector: {of: b},"), 80+w.IntN(2)))
	case 4:
		return casetest.Object(t, "{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceExport, metadata: "+metadata+"}")
	case 5:
		return casetest.Object(t, fmt.Sprintf("{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport, metadata: %s, spec: {type: ClusterSetIP, ports: [{port: %d, protocol: TCP}]}}", metadata, 80+w.IntN(2)))
	}
	retain, replicas := "", 1+w.IntN(5)
	if name == "b" {
		retain = `, resourcetemplate.karmada.io/retain-replicas: "true"`
	}
	return casetest.Object(t, fmt.Sprintf("{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: shop, name: %s, labels: {app: %s%s}}, spec: {replicas: %d, %s template: {metadata: {labels: {of: %s}}, spec: {containers: [{name: app, image: nginx}]}}}}",
		name, app, retain, replicas, estate.Pick(w.Estate, "", "paused: true,", "minReadySeconds: 5,"), estate.Pick(w.Estate, "a", "b")))
}

func (w *wild) policy(t *testing.T) api.PropagationSource {
	return w.policyOf(t, estate.Pick(w.Estate, "p", "q", "r", "s"), estate.Pick(w.Estate, "apiVersion: v1, kind: ConfigMap", "apiVersion: v1, kind: Secret", "apiVersion: v1, kind: Service",
		"apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceExport", "apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport"))
}

func (w *wild) policyOf(t *testing.T, name, kind string) api.PropagationSource {
	placement := estate.Pick(w.Estate,
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
  - {%s}
  placement: %s
  preserveResourcesOnDeletion: false
`, name, estate.Pick(w.Estate, "red", "blue"), kind, placement))
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
`, estate.Pick(w.Estate, "o1", "o2"), estate.Pick(w.Estate, "m0", "m1", "m2"), estate.Pick(w.Estate,
		"{labelsOverrider: [{operator: add, value: {tier: gold}}]}", "{imageOverrider: [{component: Registry, operator: replace, value: mirror.example.com}]}",
		"{annotationsOverrider: [{operator: add, value: {note: here}}]}")))
}

// settle settles the world, judges it, and checks that nothing is left to do.
func (w *wild) settle(ctx context.Context) error {
	if _, err := w.Settle(ctx); err != nil {
		return fmt.Errorf("%v: %w", w.log, err)
	}
	if err := w.judge(); err != nil {
		return fmt.Errorf("%v: %w", w.log, err)
	}
	again, err := w.Settle(ctx)
	if err != nil {
		return fmt.Errorf("%v: %w", w.log, err)
	}
	for _, a := range again.Actions {
		if !errors.Is(a.Err, errRefused) {
			return fmt.Errorf("%v: after the world has settled: %s %s %s: %s", w.log, a.Cluster, a.Action, a.Object, a.Reason)
		}
	}
	if again.Rounds > 1 || len(again.Moves) > 0 {
		return fmt.Errorf("%v: after the world has settled: %d rounds, %d moves", w.log, again.Rounds, len(again.Moves))
	}
	return nil
}
