package eviction

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/internal/jsonpath"
)

// maxState is the largest number of bytes of the values of a state. A task in a binding cannot have more.
const maxState = 1 << 20

// PreserveState returns the labels that rules take from a status, which is JSON text.
//
//  1. Each rule evaluates its JSONPath on the status itself, as k8s.io/client-go/util/jsonpath does: a text outside braces is constant, objects
//     and lists are JSON, several results have blanks between them, and null is "null". Numbers are floating point, so 1000000 is "1e+06".
//  2. A missing key, an invalid path or a status that is not JSON is an error, and there are no labels.
//  3. Of several rules with one label the last wins.
//
// The values are not checked to be values of labels: an API server may refuse them.
func PreserveState(rules []api.StatePreservationRule, status []byte) (map[string]string, error) {
	labels := make(map[string]string, len(rules))
	if len(rules) == 0 {
		return labels, nil
	}
	var decoded any
	if err := json.Unmarshal(status, &decoded); err != nil {
		return nil, fmt.Errorf("the status is not valid JSON: %w", err)
	}
	size := 0
	for i, rule := range rules {
		at := fmt.Sprintf("statePreservation.rules[%d].jsonPath", i)
		template, err := jsonpath.Parse(rule.JSONPath)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", at, err)
		}
		value, err := template.Execute(decoded)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", at, err)
		}
		if size += len(value); size > maxState {
			return nil, fmt.Errorf("%s: the state has more than %d bytes", at, maxState)
		}
		labels[rule.AliasLabelName] = value
	}
	return labels, nil
}

// stateOf returns the state of the object in a cluster, from its item, which may be nil.
func stateOf(item *api.AggregatedStatusItem, cluster string, rules []api.StatePreservationRule) (map[string]string, error) {
	if item == nil || item.Status == nil || len(item.Status.Raw) == 0 || string(item.Status.Raw) == "null" {
		return nil, fmt.Errorf("cluster %s: %w", content.Clip(cluster), errNoStatus)
	}
	state, err := PreserveState(rules, item.Status.Raw)
	if err != nil {
		return nil, fmt.Errorf("the state in cluster %s: %w", content.Clip(cluster), err)
	}
	return state, nil
}

// firstItems returns the first item of each cluster.
func firstItems(items []api.AggregatedStatusItem) map[string]*api.AggregatedStatusItem {
	first := make(map[string]*api.AggregatedStatusItem, len(items))
	for i := range items {
		if first[items[i].ClusterName] == nil {
			first[items[i].ClusterName] = &items[i]
		}
	}
	return first
}

var errNoStatus = errors.New("the status of the object has not been collected yet")

// rulesOf returns the rules of a preservation that may be nil.
func rulesOf(s *api.StatePreservation) []api.StatePreservationRule {
	if s == nil {
		return nil
	}
	return s.Rules
}
