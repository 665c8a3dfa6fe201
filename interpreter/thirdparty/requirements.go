package thirdparty

import (
	"errors"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/internal/typed"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/quantity"
)

// decodeRequirements returns what a replica needs that a hook has written as JSON has it. Empty objects and lists are left out, and
// values of a wrong type are errors. It is nil for a nil table. The result shares nothing with the table.
func (r *run) decodeRequirements(table map[string]any) *interpreter.ReplicaRequirements {
	if table == nil || r.err != nil {
		return nil
	}
	copied, err := jsontree.Clone(table)
	if err != nil {
		r.fail(nil, "%v", err)
		return nil
	}
	m, _ := r.fromTable(copied).(map[string]any)
	return &interpreter.ReplicaRequirements{
		NodeClaim:         r.decodeNodeClaim(m["nodeClaim"]),
		ResourceRequest:   r.decodeRequest(m["resourceRequest"]),
		Namespace:         r.decodeText("namespace", m["namespace"]),
		PriorityClassName: r.decodeText("priorityClassName", m["priorityClassName"]),
	}
}

func (r *run) decodeNodeClaim(v any) *interpreter.NodeClaim {
	m, isTable := v.(map[string]any)
	if !isTable {
		return nil
	}
	claim := &interpreter.NodeClaim{}
	if affinity := m["hardNodeAffinity"]; affinity != nil {
		claim.HardNodeAffinity, _ = r.decodeTyped("NodeSelector", affinity).(map[string]any)
	}
	selector := r.decodeObject("nodeSelector", m["nodeSelector"])
	for _, key := range slices.Sorted(maps.Keys(selector)) {
		if claim.NodeSelector == nil {
			claim.NodeSelector = make(map[string]string, len(selector))
		}
		claim.NodeSelector[key] = r.decodeText("a value of nodeSelector", selector[key])
	}
	list, isList := m["tolerations"].([]any)
	if !isList && m["tolerations"] != nil {
		r.fail(nil, "tolerations is %s, expected a list", describe(m["tolerations"]))
	}
	for _, toleration := range list {
		claim.Tolerations = append(claim.Tolerations, r.decodeTyped("Toleration", toleration))
	}
	return claim
}

// decodeRequest returns quantities. Numbers are quantities, too.
func (r *run) decodeRequest(v any) quantity.List {
	var request quantity.List
	table := r.decodeObject("resourceRequest", v)
	for _, name := range slices.Sorted(maps.Keys(table)) {
		switch table[name].(type) {
		case string, int64, float64:
		default:
			r.fail(nil, "the request of %.100s is %s, expected a quantity", name, describe(table[name]))
			return nil
		}
		q, err := quantity.Of(table[name])
		if err != nil {
			r.fail(nil, "the request of %.100s: %v", name, err)
			return nil
		}
		if request == nil {
			request = make(quantity.List, len(table))
		}
		request[name] = q
	}
	return request
}

func (r *run) decodeObject(what string, v any) map[string]any {
	m, isTable := v.(map[string]any)
	if !isTable && v != nil {
		r.fail(nil, "%s is %s, expected an object", what, describe(v))
	}
	return m
}

func (r *run) decodeText(what string, v any) string {
	s, isText := v.(string)
	if !isText && v != nil {
		r.fail(nil, "%s is %s, expected a string", what, describe(v))
	}
	return s
}

// decodeTyped returns a value as encoding/json decodes it into a Go type of Kubernetes, and encodes it again.
func (r *run) decodeTyped(name string, v any) any {
	decoded, err := typed.Named(name).DecodeJSON(v)
	if bad := (*typed.Error)(nil); errors.As(err, &bad) {
		r.fail(nil, "%s: %v", name, bad)
	}
	return decoded
}

// quantity reads a quantity as the scripts do: a string; absent is zero.
func (r *run) quantity(v any) resource.Quantity {
	switch t := v.(type) {
	case nil:
		return resource.Quantity{}
	case string:
		q, err := quantity.Parse(t)
		if err != nil {
			r.fail(nil, "%v", err)
		}
		return q
	}
	r.fail(nil, "%s is not a quantity, expected a string", describe(v))
	return resource.Quantity{}
}

// amount returns a quantity as a number. A negative one is an error.
func (r *run) amount(v any) float64 {
	q := r.quantity(v)
	n := q.AsApproximateFloat64()
	if !(n >= 0) || n-n != 0 {
		r.fail(nil, "the quantity %.40s is not an amount, expected a finite one that is not negative", q.String())
		return 0
	}
	return n
}
