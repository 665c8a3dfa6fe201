package main

import (
	"time"

	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
)

// assessment is a case about the evictions of a binding.
type assessment struct {
	Name           string    `json:"name"`
	Op             string    `json:"op"`
	Now            time.Time `json:"now"`
	TimeoutSeconds float64   `json:"timeoutSeconds"`

	Binding map[string]any `json:"binding"` // of AssessBinding

	Tasks            []api.GracefulEvictionTask `json:"tasks"` // of AssessEviction, like the rest
	TargetClusters   []api.TargetCluster        `json:"targetClusters"`
	AggregatedStatus []api.AggregatedStatusItem `json:"aggregatedStatus"`
	Scheduled        bool                       `json:"scheduled"`
}

// evictions has the answers by operation.
var evictions = map[string]func(c *assessment, line []byte) (any, error){
	"AssessEviction": (*assessment).assess, "AssessBinding": (*assessment).assessBinding,
}

func answerEviction(line []byte) any {
	var c assessment
	if err := kjson.UnmarshalCaseSensitivePreserveInts(line, &c); err != nil {
		return map[string]any{"name": c.Name, "error": err.Error()}
	}
	want, err := evictions[c.Op](&c, line)
	if err != nil {
		return map[string]any{"name": c.Name, "error": err.Error()}
	}
	return map[string]any{"name": c.Name, "want": want}
}

func (c *assessment) gracePeriod() *time.Duration {
	period := time.Duration(c.TimeoutSeconds * float64(time.Second))
	return &period
}

func (c *assessment) assess([]byte) (any, error) {
	result := eviction.Assess(eviction.Input{
		Tasks: c.Tasks, Targets: c.TargetClusters, Health: c.AggregatedStatus, Scheduled: c.Scheduled, Now: c.Now, GracePeriod: c.gracePeriod(),
	})
	evicted := []string{}
	for _, d := range result.Decisions {
		if d.Dropped {
			evicted = append(evicted, d.Cluster)
		}
	}
	return map[string]any{"kept": result.Tasks, "evicted": evicted, "retryAfterSeconds": result.RetryAfter.Seconds()}, nil
}

func (c *assessment) assessBinding(line []byte) (any, error) {
	binding, err := bindingOf(line, c.Binding)
	if err != nil {
		return nil, err
	}
	spec, status := binding.BindingSpec(), binding.BindingStatus()
	in := eviction.Input{
		Tasks: spec.GracefulEvictionTasks, Targets: spec.Clusters, Health: status.AggregatedStatus, Now: c.Now, GracePeriod: c.gracePeriod(),
		Scheduled: status.SchedulerObservedGeneration == binding.GetGeneration(),
	}
	if binding.GetDeletionTimestamp() != nil {
		in.Now = time.Time{} // it is not assessed
	}
	result := eviction.Assess(in)
	return map[string]any{"gracefulEvictionTasks": result.Tasks, "written": result.Changed, "retryAfterSeconds": result.RetryAfter.Seconds()}, nil
}
