package eviction

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/internal/jsonpath"
)

// maxState is the largest number of bytes of the states of all tasks of a binding, and of the names of clusters in all tasks. An API server does not
// store a larger binding.
const maxState = 1 << 20

// PreserveState returns the labels that rules take from a status, which is JSON text.
//
//  1. Each rule evaluates its JSONPath on the status itself, as k8s.io/client-go/util/jsonpath does: text outside braces is constant, objects and
//     lists are JSON, several results have blanks between them, and null is "null". Numbers are floating point, so 1000000 is "1e+06".
//  2. A missing key, an invalid path or a status that is not JSON is an error, and there are no labels.
//  3. Among rules with the same label, the last wins.
//  4. More than 1 MiB of labels and values, or more than 2^20 steps of all paths together, is an error.
//
// The values are not checked to be values of labels: an API server may refuse them.
func PreserveState(rules []api.StatePreservationRule, status []byte) (map[string]string, error) {
	return (&preserver{rules: rules}).labels(status)
}

// preserver takes states from statuses by the same rules. Each path is parsed once, and all evaluations share their limits.
type preserver struct {
	rules []api.StatePreservationRule
	paths []*jsonpath.Template // of the first rules
	steps jsonpath.Steps
	size  int // of all states, and of those that the binding has
}

// newPreserver returns a preserver for the next tasks of a binding with tasks.
func newPreserver(rules []api.StatePreservationRule, tasks []api.GracefulEvictionTask) preserver {
	p := preserver{rules: rules}
	for i := range tasks {
		for label, value := range tasks[i].PreservedLabelState {
			p.size += len(label) + len(value)
		}
	}
	return p
}

// labels implements [PreserveState].
func (p *preserver) labels(status []byte) (map[string]string, error) {
	labels := make(map[string]string, len(p.rules))
	if len(p.rules) == 0 {
		return labels, nil
	}
	var decoded any
	if err := json.Unmarshal(status, &decoded); err != nil {
		return nil, fmt.Errorf("the status is not valid JSON: %w", err)
	}
	for i, rule := range p.rules {
		at := fmt.Sprintf("statePreservation.rules[%d].jsonPath", i)
		if i == len(p.paths) {
			path, err := jsonpath.Parse(rule.JSONPath)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", at, err)
			}
			p.paths = append(p.paths, path)
		}
		value, err := p.paths[i].Execute(decoded, &p.steps)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", at, err)
		}
		if p.size += len(rule.AliasLabelName) + len(value); p.size > maxState {
			return nil, fmt.Errorf("%s: the states have more than %d bytes together", at, maxState)
		}
		labels[rule.AliasLabelName] = value
	}
	return labels, nil
}

// of returns the state of the object in a cluster, from its item, which may be nil.
func (p *preserver) of(item *api.AggregatedStatusItem, cluster string) (map[string]string, error) {
	if item == nil || item.Status == nil || len(item.Status.Raw) == 0 || string(item.Status.Raw) == "null" {
		return nil, fmt.Errorf("cluster %s: %w", content.Clip(cluster), errNoStatus)
	}
	state, err := p.labels(item.Status.Raw)
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
