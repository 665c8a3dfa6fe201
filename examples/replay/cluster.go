package main

import (
	"errors"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/cluster"
)

// fact is a case about the facts of a cluster.
type fact struct {
	Name string `json:"name"`
	Op   string `json:"op"`

	Nodes  []map[string]any    `json:"nodes"` // of NodeSummary, ResourceSummary and ClusterModels
	Pods   []map[string]any    `json:"pods"`
	Models []api.ResourceModel `json:"models"` // of ClusterModels

	Online  bool `json:"online"` // of ReadyCondition
	Healthy bool `json:"healthy"`

	Cluster    *api.Cluster `json:"cluster"`    // of Taints and APIEnablement
	APIVersion string       `json:"apiVersion"` // of APIEnablement
	Kind       string       `json:"kind"`
}

// facts has the answers by operation.
var facts = map[string]func(*fact) (any, error){
	"NodeSummary":     (*fact).nodeSummary,
	"ResourceSummary": (*fact).resourceSummary,
	"ClusterModels":   (*fact).modelings,
	"ReadyCondition":  (*fact).ready,
	"Taints":          (*fact).taints,
	"APIEnablement":   (*fact).enablement,
}

func answerFact(line []byte) any {
	var c fact
	err := kjson.UnmarshalCaseSensitivePreserveInts(line, &c)
	var want any
	if err == nil {
		want, err = facts[c.Op](&c)
	}
	if err != nil {
		return map[string]any{"name": c.Name, "error": err.Error()}
	}
	return map[string]any{"name": c.Name, "want": want}
}

func (c *fact) summary() (*cluster.Summary, error) {
	s := &cluster.Summary{}
	for _, node := range c.Nodes {
		if err := s.AddNode(&unstructured.Unstructured{Object: node}); err != nil {
			return nil, err
		}
	}
	for _, pod := range c.Pods {
		if err := s.AddPod(&unstructured.Unstructured{Object: pod}); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (c *fact) nodeSummary() (any, error) {
	s, err := c.summary()
	if err != nil {
		return nil, err
	}
	return s.NodeSummary(), nil
}

func (c *fact) resourceSummary() (any, error) {
	s, err := c.summary()
	if err != nil {
		return nil, err
	}
	return s.ResourceSummary(), nil
}

func (c *fact) modelings() (any, error) {
	s, err := c.summary()
	if err != nil {
		return nil, err
	}
	counts, err := s.Modelings(c.Models)
	if errors.Is(err, cluster.ErrUnevenModels) {
		err = nil // Karmada only logs it
	}
	return map[string]any{"allocatableModelings": counts}, err
}

func (c *fact) ready() (any, error) {
	ready := cluster.ReadyCondition(c.Online, c.Healthy)
	return map[string]any{"type": ready.Type, "status": ready.Status, "reason": ready.Reason, "message": ready.Message}, nil
}

func (c *fact) taints() (any, error) {
	if c.Cluster == nil {
		return nil, errors.New("found no cluster, expected one")
	}
	taints, updated := cluster.Taints(c.Cluster, clock())
	for i := range taints {
		if at := taints[i].TimeAdded; at != nil && at.Time.Equal(clock()) {
			taints[i].TimeAdded = nil
		}
	}
	return map[string]any{"taints": append([]api.Taint{}, taints...), "updated": updated}, nil
}

func (c *fact) enablement() (any, error) {
	if c.Cluster == nil {
		return nil, errors.New("found no cluster, expected one")
	}
	return map[string]any{"state": cluster.APIStateOf(c.Cluster, c.APIVersion, c.Kind)}, nil
}
