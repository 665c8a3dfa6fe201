package main

import (
	"errors"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/util/sets"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/work"
)

// failure is a case about clusters and applications that fail.
type failure struct {
	Name         string           `json:"name"`
	Op           string           `json:"op"`
	Now          time.Time        `json:"now"`
	FeatureGates api.FeatureGates `json:"gates"`

	Binding map[string]any `json:"binding"` // of TaintEviction and ApplicationFailover

	Bindings        []*api.ResourceBinding        `json:"resourceBindings"` // of TaintQueue
	ClusterBindings []*api.ClusterResourceBinding `json:"clusterResourceBindings"`

	UnhealthySince map[string]time.Time `json:"unhealthySince"`
	HealthHook     bool                 `json:"healthHook"`

	Clusters   []api.TargetCluster         `json:"clusters"` // of EvictCluster
	Tasks      []api.GracefulEvictionTask  `json:"gracefulEvictionTasks"`
	Rules      []api.StatePreservationRule `json:"rules"` // of PreserveState
	Status     *api.JSON                   `json:"status"`
	StatusText *string                     `json:"statusText"`
	Spec       api.ResourceBindingSpec     `json:"spec"` // of InjectState
	Object     map[string]any              `json:"object"`
}

// failures has the answers by operation.
var failures = map[string]func(c *failure, line []byte) (any, error){
	"TaintQueue": (*failure).taintQueue, "TaintEviction": (*failure).taintEviction, "ApplicationFailover": (*failure).applicationFailover,
	"EvictCluster": (*failure).evictCluster, "PreserveState": (*failure).preserveState, "InjectState": (*failure).injectState,
}

func answerFailure(line []byte) any {
	var c failure
	if err := kjson.UnmarshalCaseSensitivePreserveInts(line, &c); err != nil {
		return map[string]any{"name": c.Name, "error": err.Error()}
	}
	want, err := failures[c.Op](&c, line)
	if err != nil {
		return map[string]any{"name": c.Name, "error": err.Error()}
	}
	return map[string]any{"name": c.Name, "want": want}
}

// taintManager is what cases about taints have besides bindings. Cluster is nil if it does not exist.
type taintManager struct {
	Name    string       `json:"clusterName"`
	Cluster *api.Cluster `json:"cluster"`
	Options struct {
		Enable    bool          `json:"enableNoExecuteTaintEviction"`
		PurgeMode api.PurgeMode `json:"noExecuteTaintEvictionPurgeMode"`
	} `json:"options"`
}

// evict calls the taint manager for a binding.
func (m *taintManager) evict(c *failure, b api.Binding) (eviction.Moved, eviction.TaintDecision) {
	moved, decided := eviction.TaintEvictions(eviction.TaintInput{
		Binding: b, Options: eviction.TaintOptions{NoExecute: m.Options.Enable, PurgeMode: m.Options.PurgeMode}, FeatureGates: c.FeatureGates, Now: c.Now,
	}, []*api.Cluster{m.Cluster})
	return moved, decided[0]
}

// isTainted reports whether the manager looks at the cluster.
func (m *taintManager) isTainted() bool {
	return m.Options.Enable && m.Cluster != nil && slices.ContainsFunc(m.Cluster.Spec.Taints, func(t api.Taint) bool { return t.Effect == api.TaintNoExecute })
}

// taintQueue answers when each binding of the cluster is evicted, and how often Karmada looks at the cluster.
func (c *failure) taintQueue(line []byte) (any, error) {
	var m taintManager
	if err := kjson.UnmarshalCaseSensitivePreserveInts(line, &m); err != nil {
		return nil, err
	}
	var bindings []api.Binding
	for _, b := range c.Bindings {
		bindings = append(bindings, b)
	}
	for _, b := range c.ClusterBindings {
		bindings = append(bindings, b)
	}
	after, resync := map[string]float64{}, 0
	if m.isTainted() {
		resync = 10
		for _, b := range bindings {
			_, d := m.evict(&failure{Now: c.Now}, b)
			if d.Err != nil || d.Decision.Kind == eviction.Evicted || d.Decision.Kind == eviction.Tolerated {
				after[b.Ref().Kind+" "+api.NamespacedKey(b.Ref().Namespace, b.Ref().Name)] = d.RetryAfter.Seconds()
			}
		}
	}
	return map[string]any{"evictAfterSeconds": after, "resyncSeconds": resync}, nil
}

func (c *failure) taintEviction(line []byte) (any, error) {
	binding, err := bindingOf(line, c.Binding)
	if err != nil {
		return nil, err
	}
	var m taintManager
	if err := kjson.UnmarshalCaseSensitivePreserveInts(line, &m); err != nil {
		return nil, err
	}
	if m.Cluster == nil { // without taints it is as if it did not exist
		m.Cluster = &api.Cluster{}
	}
	m.Cluster.Name = m.Name
	r, d := m.evict(c, binding)
	if d.Err != nil {
		return nil, d.Err
	}
	return map[string]any{"clusters": r.Clusters, "gracefulEvictionTasks": r.Tasks, "evicted": r.Evicted, "retryAfterSeconds": d.RetryAfter.Seconds()}, nil
}

func (c *failure) applicationFailover(line []byte) (any, error) {
	binding, err := bindingOf(line, c.Binding)
	if err != nil {
		return nil, err
	}
	r, err := eviction.ApplicationFailover(eviction.FailoverInput{
		Binding: binding, Since: c.UnhealthySince, HasHook: c.HealthHook, FeatureGates: c.FeatureGates, Now: c.Now,
	})
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"clusters": r.Clusters, "gracefulEvictionTasks": r.Tasks, "unhealthySince": r.Since, "written": r.Due, "retryAfterSeconds": r.RetryAfter.Seconds(),
	}, nil
}

func (c *failure) evictCluster(line []byte) (any, error) {
	var in struct {
		Cluster string                   `json:"cluster"`
		Options api.GracefulEvictionTask `json:"options"`
	}
	if err := kjson.UnmarshalCaseSensitivePreserveInts(line, &in); err != nil {
		return nil, err
	}
	moved := eviction.Evict(c.Clusters, c.Tasks, in.Cluster, in.Options)
	return map[string]any{"clusters": moved.Clusters, "gracefulEvictionTasks": moved.Tasks}, nil
}

func (c *failure) preserveState([]byte) (any, error) {
	status := []byte("null")
	switch {
	case c.StatusText != nil:
		status = []byte(*c.StatusText)
	case c.Status != nil:
		status = c.Status.Raw
	}
	labels, err := eviction.PreserveState(c.Rules, status)
	return map[string]any{"labels": labels}, err
}

func (c *failure) injectState([]byte) (any, error) {
	metadata, _ := c.Object["metadata"].(map[string]any)
	labels := map[string]any{}
	for _, target := range work.Targets(&c.Spec) {
		merged, err := jsontree.Clone(metadata["labels"])
		if err != nil {
			return nil, err
		}
		all, ok := merged.(map[string]any)
		if !ok && merged != nil {
			return nil, errors.New("metadata.labels is not an object")
		}
		if all == nil {
			all = map[string]any{}
		}
		for key, value := range work.PreservedLabels(&c.Spec, target.Name) {
			all[key] = value
		}
		labels[target.Name] = all
	}
	return map[string]any{
		"labels": labels, "keepWorksIn": sets.List(work.KeptClusters(&c.Spec)), "waitFor": sets.List(work.PurgedClusters(&c.Spec)),
	}, nil
}
