package lua

import (
	"encoding/json"
	"fmt"

	lua "github.com/yuin/gopher-lua"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/lua/internal/value"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override/quantity"
)

// decodeList decodes a table into a slice as encoding/json does. The elements are named in the error of a table that is not a list.
func (r results) decodeList(v lua.LValue, elements string, into any) error {
	tree, err := r.tree(v, true)
	if err != nil {
		return err
	}
	if _, isObject := tree.(map[string]any); isObject {
		return fmt.Errorf("the script returned a table that is not a list, expected a list of %s", elements)
	}
	return r.decodeTree(tree, into)
}

func (r results) decodeTree(tree, into any) error {
	text, err := value.Encode(r.Context, tree)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// requirements is what a script returns for [interpreter.ReplicaRequirements]. Its node claim is checked as upstream checks its Go
// types.
type requirements struct {
	NodeClaim         *nodeClaim    `json:"nodeClaim"`
	ResourceRequest   quantity.List `json:"resourceRequest"`
	Namespace         string        `json:"namespace"`
	PriorityClassName string        `json:"priorityClassName"`
}

type nodeClaim struct {
	HardNodeAffinity *nodeSelector     `json:"hardNodeAffinity"`
	NodeSelector     map[string]string `json:"nodeSelector"`
	Tolerations      []toleration      `json:"tolerations"`
}

// component is what a script returns for [interpreter.Component].
type component struct {
	Name         string                 `json:"name"`
	Replicas     int32                  `json:"replicas"`
	Requirements *componentRequirements `json:"replicaRequirements"`
}

// componentRequirements are the requirements of a component. A namespace in them is not read.
type componentRequirements struct {
	NodeClaim         *nodeClaim    `json:"nodeClaim"`
	ResourceRequest   quantity.List `json:"resourceRequest"`
	PriorityClassName string        `json:"priorityClassName"`
}

// public returns the requirements as a hook does.
func (c *componentRequirements) public() *interpreter.ReplicaRequirements {
	if c == nil {
		return nil
	}
	return (&requirements{NodeClaim: c.NodeClaim, ResourceRequest: c.ResourceRequest, PriorityClassName: c.PriorityClassName}).public()
}

type (
	nodeSelector map[string]any
	toleration   map[string]any
)

// UnmarshalJSON decodes a NodeSelector of core/v1.
func (n *nodeSelector) UnmarshalJSON(text []byte) (err error) {
	*n, err = decodeType("NodeSelector", text)
	return err
}

// UnmarshalJSON decodes a Toleration of core/v1.
func (t *toleration) UnmarshalJSON(text []byte) (err error) {
	*t, err = decodeType("Toleration", text)
	return err
}

func decodeType(name string, text []byte) (map[string]any, error) {
	var v any
	if err := utiljson.Unmarshal(text, &v); err != nil {
		return nil, err
	}
	return native.DecodeJSON(name, v)
}

// public returns the requirements as a hook does.
func (r *requirements) public() *interpreter.ReplicaRequirements {
	if r == nil {
		return nil
	}
	out := &interpreter.ReplicaRequirements{
		ResourceRequest: r.ResourceRequest.Reread(), Namespace: r.Namespace, PriorityClassName: r.PriorityClassName,
	}
	if r.NodeClaim != nil {
		out.NodeClaim = &interpreter.NodeClaim{NodeSelector: r.NodeClaim.NodeSelector}
		if r.NodeClaim.HardNodeAffinity != nil {
			out.NodeClaim.HardNodeAffinity = *r.NodeClaim.HardNodeAffinity
		}
		for _, t := range r.NodeClaim.Tolerations {
			out.NodeClaim.Tolerations = append(out.NodeClaim.Tolerations, map[string]any(t))
		}
	}
	return out
}

// requirements returns nil or requirements.
func (r results) requirements(v lua.LValue) (*interpreter.ReplicaRequirements, error) {
	if v == lua.LNil {
		return nil, nil
	}
	if v.Type() != lua.LTTable {
		return nil, fmt.Errorf("expect the returned requires type is table but got %s", v.Type())
	}
	tree, err := r.tree(v, false)
	if err != nil {
		return nil, err
	}
	if needs, ok := plainRequirements(tree); ok {
		return needs, nil
	}
	var found requirements
	if err := r.decodeTree(tree, &found); err != nil {
		return nil, err
	}
	return found.public(), nil
}

// components returns nil or a list of components.
func (r results) components(v lua.LValue) ([]interpreter.Component, error) {
	if v == lua.LNil {
		return nil, nil
	}
	if v.Type() != lua.LTTable {
		return nil, fmt.Errorf("expect the returned components type is table but got %s", v.Type())
	}
	var found []component
	if err := r.decodeList(v, "components", &found); err != nil {
		return nil, err
	}
	all := make([]interpreter.Component, len(found))
	for i, f := range found {
		all[i] = interpreter.Component{Name: f.Name, Replicas: f.Replicas, Requirements: f.Requirements.public()}
	}
	return all, nil
}
