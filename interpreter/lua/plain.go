package lua

import (
	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override/quantity"
)

// plainRequirements decodes requirements without JSON text. It returns false for those that need more care: with nulls, or with other keys
// or types than usual.
func plainRequirements(tree any) (*interpreter.ReplicaRequirements, bool) {
	m, ok := tree.(map[string]any)
	needs := &interpreter.ReplicaRequirements{}
	for key, v := range m {
		switch key {
		case "nodeClaim":
			needs.NodeClaim, ok = plainClaim(v)
		case "resourceRequest":
			needs.ResourceRequest, ok = plainRequest(v)
		case "namespace":
			needs.Namespace, ok = v.(string)
		case "priorityClassName":
			needs.PriorityClassName, ok = v.(string)
		default:
			ok = false
		}
		if !ok {
			return nil, false
		}
	}
	return needs, ok
}

func plainClaim(v any) (*interpreter.NodeClaim, bool) {
	m, ok := v.(map[string]any)
	claim := &interpreter.NodeClaim{}
	for key, v := range m {
		switch key {
		case "hardNodeAffinity":
			claim.HardNodeAffinity, ok = decoded("NodeSelector", v)
		case "nodeSelector":
			claim.NodeSelector, ok = plainSelector(v)
		case "tolerations":
			claim.Tolerations, ok = plainTolerations(v)
		default:
			ok = false
		}
		if !ok {
			return nil, false
		}
	}
	return claim, ok
}

// decoded returns a value as its Go type upstream has it.
func decoded(name string, v any) (map[string]any, bool) {
	if _, ok := v.(map[string]any); !ok {
		return nil, false
	}
	m, err := native.DecodeJSON(name, v)
	return m, err == nil
}

func plainSelector(v any) (map[string]string, bool) {
	m, ok := v.(map[string]any)
	selector := make(map[string]string, len(m))
	for key, v := range m {
		s, isText := v.(string)
		if !isText {
			return nil, false
		}
		selector[key] = s
	}
	return selector, ok
}

func plainTolerations(v any) ([]any, bool) {
	l, ok := v.([]any)
	all := make([]any, len(l))
	for i, v := range l {
		m, isObject := decoded("Toleration", v)
		if !isObject {
			return nil, false
		}
		all[i] = m
	}
	return all, ok
}

func plainRequest(v any) (quantity.List, bool) {
	m, ok := v.(map[string]any)
	request := make(quantity.List, len(m))
	for name, v := range m {
		s, isText := v.(string)
		if !isText {
			return nil, false
		}
		q, err := quantity.Parse(s)
		if err != nil {
			return nil, false
		}
		request[name] = q
	}
	return request, ok
}
