package sandbox

import (
	"errors"
	"fmt"
	"math"
	"strings"

	lua "github.com/yuin/gopher-lua"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
	"github.com/overridekit/overridekit/interpreter/lua/internal/value"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override/quantity"
)

// kube returns the function that loads the module kube. Each call makes a new table.
func (s *State) kube() *lua.LFunction {
	functions := membersOf(s.L, map[string]lua.LGFunction{
		"resourceAdd":             resourceAdd,
		"getResourceQuantity":     getResourceQuantity,
		"accuratePodRequirements": s.accuratePodRequirements,
		"getPodDependencies":      s.getPodDependencies,
	})
	return s.L.NewFunction(func(L *lua.LState) int {
		L.Push(s.view.Table(functions))
		return 1
	})
}

// resourceAdd returns the sum of quantities in canonical form. Nil is 0.
func resourceAdd(L *lua.LState) int {
	limits.Check(L, quantitySize)
	var sum resource.Quantity
	for i := 1; i <= L.GetTop(); i++ {
		sum.Add(quantityAt(L, i))
	}
	L.Push(lua.LString(sum.String()))
	return 1
}

// quantitySize is what the sum of quantities takes, in bytes and rounded up.
const quantitySize = 1024

// quantityAt returns an argument as a quantity. A string that is not a quantity panics, as in Karmada; the state recovers.
func quantityAt(L *lua.LState, i int) resource.Quantity {
	if L.Get(i) == lua.LNil {
		return resource.Quantity{}
	}
	s := L.CheckString(i)
	if _, isText := L.Get(i).(lua.LString); !isText {
		L.TypeError(i, lua.LTString)
	}
	q, err := quantity.Parse(s)
	if err != nil {
		if parse := errors.Unwrap(err); parse != nil {
			err = parse
		}
		panic(fmt.Errorf("cannot parse '%.100s': %w", s, err))
	}
	return q
}

// getResourceQuantity returns a quantity as a number.
func getResourceQuantity(L *lua.LState) int {
	if L.GetTop() != 1 {
		L.RaiseError("getResourceQuantity only accepts one argument")
	}
	q := quantityAt(L, 1)
	f := q.AsApproximateFloat64()
	switch {
	case math.IsInf(f, 0):
		L.RaiseError("int approximation unexpectedly returned an infinite value: %s,", goSyntax(q))
	case f < 0:
		L.RaiseError("int approximation unexpectedly returned a negative value: %s,", goSyntax(q))
	}
	L.Push(lua.LNumber(f))
	return 1
}

// goSyntax returns a quantity as %#v does, as Karmada's message has it, but without the address of a large number.
func goSyntax(q resource.Quantity) string {
	const pointer = "(*inf.Dec)("
	text := fmt.Sprintf("%#v", q)
	before, after, _ := strings.Cut(text, pointer+"0x")
	if _, after, found := strings.Cut(after, ")"); found {
		return before + pointer + "…)" + after
	}
	return text
}

// accuratePodRequirements returns what a pod of a template requires, or nil.
func (s *State) accuratePodRequirements(L *lua.LState) int {
	if L.GetTop() != 1 {
		L.RaiseError("getPodRequirements only accepts one argument")
	}
	template := s.templateAt(L, 1)
	requirements, err := native.PodRequirements(template)
	if err != nil {
		L.RaiseError("%v", err)
	}
	if requirements == nil {
		L.Push(lua.LNil)
		return 1
	}
	return s.push(L, encodeRequirements(requirements))
}

// getPodDependencies returns the objects that a pod of a template needs, or nil if it needs none.
func (s *State) getPodDependencies(L *lua.LState) int {
	if L.GetTop() != 2 {
		L.RaiseError("getPodDependencies only accepts two argument")
	}
	template := s.templateAt(L, 1)
	namespace := "default"
	if L.Get(2) != lua.LNil {
		namespace = L.CheckString(2)
	}
	dependencies, err := native.PodDependencies(namespace, template)
	if err != nil {
		L.RaiseError("%v", err)
	}
	if len(dependencies) == 0 {
		L.Push(lua.LNil)
		return 1
	}
	limits.Check(L, dependencySize*len(dependencies))
	return s.push(L, encodeDependencies(dependencies))
}

// dependencySize is the memory of a dependency before a script reads it, in bytes and rounded up.
const dependencySize = 1024

// templateAt returns an argument as a pod template with a spec.
func (s *State) templateAt(L *lua.LState, i int) map[string]any {
	t := L.CheckTable(i)
	ctx := L.Context()
	v, empties, err := s.view.FromLua(ctx, t)
	if err == nil && empties > 0 {
		v, err = value.Resolve(ctx, v)
	}
	if l, isList := v.([]any); isList && len(l) == 0 {
		v = map[string]any{}
	}
	var template map[string]any
	if err == nil {
		template, err = native.DecodeTemplate(v)
	}
	if err != nil {
		L.RaiseError("fail to convert lua value &lua.LTable{Metatable: ...} to PodTemplateSpec: %v", err)
	}
	return template
}

// push returns decoded JSON to the script.
func (s *State) push(L *lua.LState, v any) int {
	shown, err := s.view.Show(v)
	if err != nil {
		L.RaiseError("%v", err)
	}
	L.Push(shown)
	return 1
}

func encodeRequirements(r *interpreter.ReplicaRequirements) map[string]any {
	out := map[string]any{}
	if r.NodeClaim != nil {
		claim := map[string]any{}
		if r.NodeClaim.HardNodeAffinity != nil {
			claim["hardNodeAffinity"] = r.NodeClaim.HardNodeAffinity
		}
		if len(r.NodeClaim.NodeSelector) > 0 {
			selector := map[string]any{}
			for key, v := range r.NodeClaim.NodeSelector {
				selector[key] = v
			}
			claim["nodeSelector"] = selector
		}
		if len(r.NodeClaim.Tolerations) > 0 {
			claim["tolerations"] = r.NodeClaim.Tolerations
		}
		out["nodeClaim"] = claim
	}
	if len(r.ResourceRequest) > 0 {
		request := map[string]any{}
		for name, q := range r.ResourceRequest {
			request[name] = q.String()
		}
		out["resourceRequest"] = request
	}
	return out
}

func encodeDependencies(dependencies []interpreter.Dependency) []any {
	var out []any
	for _, d := range dependencies {
		e := map[string]any{"apiVersion": d.APIVersion, "kind": d.Kind, "name": d.Name}
		if d.Namespace != "" {
			e["namespace"] = d.Namespace
		}
		out = append(out, e)
	}
	return out
}
