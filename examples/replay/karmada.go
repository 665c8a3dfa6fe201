package main

import (
	"encoding/json"
	"errors"

	utiljson "k8s.io/apimachinery/pkg/util/json"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

func answerKarmada(line []byte) any {
	var c struct {
		Name                    string                      `json:"name"`
		Object                  json.RawMessage             `json:"object"`
		Cluster                 api.Cluster                 `json:"cluster"`
		ClusterOverridePolicies []api.ClusterOverridePolicy `json:"clusterOverridePolicies"`
		OverridePolicies        []api.OverridePolicy        `json:"overridePolicies"`
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
	var errs []error
	compile := func(s api.OverrideSource) {
		p, err := karmada.Compile(s)
		policies, errs = append(policies, p), append(errs, err)
	}
	for i := range c.ClusterOverridePolicies {
		compile(&c.ClusterOverridePolicies[i])
	}
	for i := range c.OverridePolicies {
		compile(&c.OverridePolicies[i])
	}
	if err := errors.Join(errs...); err != nil {
		return failed(err)
	}
	return apply(c.Name, object, c.Cluster.Facts(), policies)
}
