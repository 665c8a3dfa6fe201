package main

import (
	"encoding/json"

	utiljson "k8s.io/apimachinery/pkg/util/json"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// answerKubeAdmiral applies the policies of the case, whether or not the object has their labels.
func answerKubeAdmiral(line []byte) any {
	var c struct {
		Name                  string                     `json:"name"`
		Object                json.RawMessage            `json:"object"`
		Cluster               api.FederatedCluster       `json:"cluster"`
		ClusterOverridePolicy *api.ClusterOverridePolicy `json:"clusterOverridePolicy"`
		OverridePolicy        *api.OverridePolicy        `json:"overridePolicy"`
	}
	failed := func(err error) any { return map[string]any{"name": c.Name, "error": err.Error()} }
	if err := kjson.UnmarshalCaseSensitivePreserveInts(line, &c); err != nil {
		return failed(err)
	}
	var object map[string]any
	if err := utiljson.Unmarshal(c.Object, &object); err != nil {
		return failed(err)
	}
	var policies []*override.Policy
	add := func(ref override.Ref, tier override.Tier, s api.OverrideSource) error {
		p, err := override.NewPolicy(override.PolicySpec{Ref: ref, Tier: tier, Rules: kubeadmiral.Rules(s)})
		policies = append(policies, p)
		return err
	}
	if p := c.ClusterOverridePolicy; p != nil {
		if err := add(override.Ref{Kind: "ClusterOverridePolicy", Name: p.Name}, override.ClusterWide, p); err != nil {
			return failed(err)
		}
	}
	if p := c.OverridePolicy; p != nil {
		if err := add(override.Ref{Kind: "OverridePolicy", Namespace: p.Namespace, Name: p.Name}, override.Namespaced, p); err != nil {
			return failed(err)
		}
	}
	answer := apply(c.Name, object, c.Cluster.Facts(), policies)
	delete(answer, "applied") // the recordings do not have it
	return answer
}
