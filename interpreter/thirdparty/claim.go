package thirdparty

import (
	"fmt"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/quantity"
)

// nodeClaim returns what pods require of their nodes; nil if all of it is absent. required is the required node affinity.
func (r *run) nodeClaim(selector, tolerations, required any) *interpreter.NodeClaim {
	if selector == nil && tolerations == nil && required == nil {
		return nil
	}
	spec := map[string]any{}
	set(spec, "nodeSelector", selector)
	set(spec, "tolerations", tolerations)
	if required != nil {
		spec["affinity"] = map[string]any{"nodeAffinity": map[string]any{"requiredDuringSchedulingIgnoredDuringExecution": required}}
	}
	needs := r.requirements(map[string]any{"spec": spec})
	if needs == nil || needs.NodeClaim == nil {
		return &interpreter.NodeClaim{}
	}
	return needs.NodeClaim
}

// amount reads an amount of a resource: a number, or a string that is a quantity.
func (r *run) amount(v any) resource.Quantity {
	var text string
	switch t := v.(type) {
	case string:
		text = t
	case float64:
		text = fmt.Sprint(r.integer(t))
	default:
		r.fail(nil, "%s is not a quantity, expected a number or a string", describe(v))
		return resource.Quantity{}
	}
	q, err := quantity.Parse(text)
	if err != nil {
		r.fail(nil, "%v", err)
	}
	return q
}

// optionalText returns a member that must be a string if it is there; otherwise "".
func (r *run) optionalText(v any, path ...string) string {
	v = r.get(v, path...)
	s, isText := v.(string)
	if !isText && v != nil {
		r.fail(path, "is %s, expected a string", describe(v))
	}
	return s
}
