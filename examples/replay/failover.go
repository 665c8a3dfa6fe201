package main

import (
	"errors"
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

// tainted decodes what cases about taints have besides bindings.
func tainted(line []byte) (eviction.TaintInput, error) {
	var in struct {
		Name    string       `json:"clusterName"`
		Cluster *api.Cluster `json:"cluster"`
		Options struct {
			Enable    bool          `json:"enableNoExecuteTaintEviction"`
			PurgeMode api.PurgeMode `json:"noExecuteTaintEvictionPurgeMode"`
		} `json:"options"`
	}
	err := kjson.UnmarshalCaseSensitivePreserveInts(line, &in)
	options := eviction.TaintOptions{NoExecute: in.Options.Enable, PurgeMode: in.Options.PurgeMode}
	return eviction.TaintInput{ClusterName: in.Name, Cluster: in.Cluster, Options: options}, err
}

func (c *failure) taintQueue(line []byte) (any, error) {
	in, err := tainted(line)
	if err != nil {
		return nil, err
	}
	var bindings []api.Binding
	for _, b := range c.Bindings {
		bindings = append(bindings, b)
	}
	for _, b := range c.ClusterBindings {
		bindings = append(bindings, b)
	}
	after := map[string]float64{}
	queue := eviction.TaintQueue(in.Cluster, bindings, in.Options, c.Now)
	for _, q := range queue.Queued {
		after[q.Binding.Kind+" "+api.NamespacedKey(q.Binding.Namespace, q.Binding.Name)] = q.After.Seconds()
	}
	return map[string]any{"evictAfterSeconds": after, "resyncSeconds": queue.LookAgain.Seconds()}, nil
}

func (c *failure) taintEviction(line []byte) (any, error) {
	binding, err := bindingOf(line, c.Binding)
	if err != nil {
		return nil, err
	}
	in, err := tainted(line)
	if err != nil {
		return nil, err
	}
	in.Binding, in.FeatureGates, in.Now = binding, c.FeatureGates, c.Now
	r, err := eviction.TaintEviction(in)
	if err != nil {
		return nil, err
	}
	return map[string]any{"clusters": r.Clusters, "gracefulEvictionTasks": r.Tasks, "evicted": r.Evicted, "retryAfterSeconds": r.RetryAfter.Seconds()}, nil
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
	o := in.Options
	moved := eviction.Evict(c.Clusters, c.Tasks, in.Cluster, eviction.TaskOptions{
		PurgeMode: o.PurgeMode, Reason: o.Reason, Message: o.Message, Producer: o.Producer, GracePeriodSeconds: o.GracePeriodSeconds,
		SuppressDeletion: o.SuppressDeletion, PreservedLabelState: o.PreservedLabelState, ClustersBeforeFailover: o.ClustersBeforeFailover,
	})
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
