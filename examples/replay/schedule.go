package main

import (
	"fmt"
	"slices"

	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// scheduling is a case about scheduling a binding.
type scheduling struct {
	Name     string              `json:"name"`
	Op       string              `json:"op"`
	Binding  api.ResourceBinding `json:"binding"`  // of Schedule and NeedSchedule
	Clusters []*api.Cluster      `json:"clusters"` // of Schedule and NeedSchedule
	Options  struct {
		EmptyWorkloads bool `json:"enableEmptyWorkloadPropagation"`
	} `json:"options"` // of Schedule

	Cluster      api.Cluster                      `json:"cluster"`             // of ClusterMatches and Estimate
	Affinity     *api.ClusterAffinity             `json:"affinity"`            // of ClusterMatches
	Requirements *interpreter.ReplicaRequirements `json:"replicaRequirements"` // of Estimate
	Replicas     int32                            `json:"replicas"`            // of Estimate

	Placement *api.Placement `json:"placement"` // of PlacementChanged
	Applied   string         `json:"appliedPlacement"`
	Observed  string         `json:"observedAffinityName"`
}

// schedules has the answers by operation.
var schedules = map[string]func(*scheduling) (any, error){
	"Schedule":         (*scheduling).schedule,
	"NeedSchedule":     (*scheduling).need,
	"ClusterMatches":   (*scheduling).matches,
	"Estimate":         (*scheduling).estimate,
	"PlacementChanged": (*scheduling).changed,
}

func answerScheduling(line []byte) any {
	var c scheduling
	if err := kjson.UnmarshalCaseSensitivePreserveInts(line, &c); err != nil {
		return map[string]any{"name": c.Name, "error": err.Error()}
	}
	want, err := schedules[c.Op](&c)
	if err != nil {
		return map[string]any{"name": c.Name, "error": err.Error()}
	}
	return map[string]any{"name": c.Name, "want": want}
}

func (c *scheduling) input() schedule.Input {
	return schedule.Input{
		Spec: &c.Binding.Spec, Status: &c.Binding.Status, Clusters: c.Clusters,
		Options: schedule.Options{EmptyWorkloads: c.Options.EmptyWorkloads},
	}
}

func (c *scheduling) schedule() (any, error) {
	result, err := schedule.Schedule(c.input())
	if err != nil {
		return nil, err
	}
	clusters := make([]schedule.Share, len(result.Clusters))
	for i, t := range result.Clusters {
		clusters[i] = schedule.Share{Name: t.Name, Replicas: t.Replicas}
	}
	return map[string]any{"clusters": clusters, "affinityName": result.AffinityName}, nil
}

func (c *scheduling) need() (any, error) {
	accepted, _ := schedule.Accepted(c.input(), &c.Binding)
	triggered, _, err := schedule.Triggered(c.input(), &c.Binding)
	return map[string]any{"accepted": accepted, "schedule": triggered}, err
}

func (c *scheduling) matches() (any, error) {
	return map[string]any{"matches": schedule.Matches(c.Affinity, &c.Cluster)}, nil
}

func (c *scheduling) estimate() (any, error) {
	available := schedule.Estimate(&c.Cluster, c.Requirements)
	if available == schedule.TooMany {
		return nil, fmt.Errorf("cluster %s has capacity for more replicas than fit an int32", c.Cluster.Name)
	}
	in := schedule.Input{Spec: &api.ResourceBindingSpec{Replicas: c.Replicas, ReplicaRequirements: c.Requirements}}
	return map[string]any{"available": available, "allocatable": schedule.Allocatable(in, &c.Cluster)}, nil
}

func (c *scheduling) changed() (any, error) {
	return map[string]any{"changed": schedule.PlacementChanged(c.Placement, c.Applied, c.Observed)}, nil
}

// division is a case about dividing replicas, or seats with the strategy Webster.
type division struct {
	Name     string `json:"name"`
	Strategy string `json:"strategy"`
	Replicas int32  `json:"replicas"`
	UID      string `json:"uid"`
	Clusters []struct {
		Name      string `json:"name"`
		Available int32  `json:"available"`
	} `json:"clusters"`
	StaticWeights []struct {
		ClusterNames []string `json:"clusterNames"` // empty: all clusters
		Weight       int64    `json:"weight"`
	} `json:"staticWeights"`
	Previous []schedule.Share `json:"previous"`
	Fresh    bool             `json:"fresh"`
	Votes    map[string]int64 `json:"votes"`
	Initial  map[string]int64 `json:"initial"`
}

func answerDivision(line []byte) any {
	var d division
	if err := kjson.UnmarshalCaseSensitivePreserveInts(line, &d); err != nil {
		return map[string]any{"name": d.Name, "error": err.Error()}
	}
	shares, err := d.divide()
	if err != nil {
		return map[string]any{"name": d.Name, "error": err.Error()}
	}
	return map[string]any{"name": d.Name, "assignment": append([]schedule.Share{}, shares...)}
}

func (d *division) divide() ([]schedule.Share, error) {
	if d.Strategy == "Webster" {
		return schedule.Webster(d.Replicas, d.Votes, d.Initial, schedule.Descending(d.UID))
	}
	candidates := make([]schedule.Candidate, len(d.Clusters))
	for i, c := range d.Clusters {
		candidates[i] = schedule.Candidate{Name: c.Name, Available: c.Available}
		for _, rule := range d.StaticWeights {
			if len(rule.ClusterNames) == 0 || slices.Contains(rule.ClusterNames, c.Name) {
				candidates[i].Weight = max(candidates[i].Weight, rule.Weight)
			}
		}
	}
	return schedule.Divide(schedule.Request{
		Strategy: schedule.Strategy(d.Strategy), Replicas: d.Replicas, Undivided: d.Replicas == 0,
		Candidates: candidates, Previous: d.Previous, Fresh: d.Fresh, UID: d.UID,
	})
}
