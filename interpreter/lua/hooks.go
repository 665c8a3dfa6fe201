package lua

import (
	"context"
	"fmt"
	"math"
	"strings"

	lua "github.com/yuin/gopher-lua"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/lua/internal/sandbox"
)

// bound is a hook with what its scripts may read.
type bound struct {
	*hook
	host sandbox.Host
}

// Kinds implements [interpreter.Interpreter].
func (b bound) Kinds() []schema.GroupVersionKind { return []schema.GroupVersionKind{b.Kind} }

// do calls f for the only script.
func (b bound) do(ctx context.Context, object *unstructured.Unstructured, f func(call) error) error {
	return b.scripts[0].do(ctx, b.host, object, f)
}

// A registry finds a hook by its interface, so each is its own type.
type (
	replicaInterpreter    struct{ bound }
	componentInterpreter  struct{ bound }
	replicaReviser        struct{ bound }
	retainer              struct{ bound }
	statusAggregator      struct{ bound }
	statusInterpreter     struct{ bound }
	healthInterpreter     struct{ bound }
	dependencyInterpreter struct{ bound }
)

var (
	_ interpreter.ReplicaInterpreter    = replicaInterpreter{}
	_ interpreter.ComponentInterpreter  = componentInterpreter{}
	_ interpreter.ReplicaReviser        = replicaReviser{}
	_ interpreter.Retainer              = retainer{}
	_ interpreter.StatusAggregator      = statusAggregator{}
	_ interpreter.StatusInterpreter     = statusInterpreter{}
	_ interpreter.HealthInterpreter     = healthInterpreter{}
	_ interpreter.DependencyInterpreter = dependencyInterpreter{}
)

func (h *hook) interpreter(host sandbox.Host) interpreter.Interpreter {
	b := bound{h, host}
	switch h.Operation {
	case interpreter.InterpretReplica:
		return replicaInterpreter{b}
	case interpreter.InterpretComponent:
		return componentInterpreter{b}
	case interpreter.ReviseReplica:
		return replicaReviser{b}
	case interpreter.Retain:
		return retainer{b}
	case interpreter.AggregateStatus:
		return statusAggregator{b}
	case interpreter.InterpretStatus:
		return statusInterpreter{b}
	case interpreter.InterpretHealth:
		return healthInterpreter{b}
	}
	return dependencyInterpreter{b}
}

// InterpretReplica calls GetReplicas with the object. The first result is a number, which is truncated; beyond int32, and of NaN, it is
// -2147483648. The second is nil or the requirements. Fields match without case, and unknown ones are ignored.
func (i replicaInterpreter) InterpretReplica(ctx context.Context, object *unstructured.Unstructured) (n int32, needs *interpreter.ReplicaRequirements, err error) {
	err = i.do(ctx, object, func(c call) error {
		return c.run(2, func(r results) error {
			replicas, ok := r.Values[0].(lua.LNumber)
			if !ok {
				return fmt.Errorf("result type %d is not number", r.Values[0].Type())
			}
			requirements, err := r.requirements(r.Values[1])
			if err == nil {
				n, needs = truncate(float64(replicas)), requirements
			}
			return err
		}, object.Object)
	})
	return n, needs, err
}

// truncate converts a number as Go does on amd64.
func truncate(f float64) int32 {
	if f = math.Trunc(f); f >= math.MinInt32 && f <= math.MaxInt32 {
		return int32(f)
	}
	return math.MinInt32
}

// InterpretComponent calls GetComponents with the object. The result is nil or a list of components. The fields are read as those of
// requirements are.
func (i componentInterpreter) InterpretComponent(ctx context.Context, object *unstructured.Unstructured) (all []interpreter.Component, err error) {
	err = i.do(ctx, object, func(c call) error {
		return c.run(1, func(r results) (err error) {
			all, err = r.components(r.Values[0])
			return err
		}, object.Object)
	})
	return all, err
}

// InterpretStatus calls ReflectStatus with the object. The result is a table: a list or an object.
func (i statusInterpreter) InterpretStatus(ctx context.Context, object *unstructured.Unstructured) (status any, err error) {
	err = i.do(ctx, object, func(c call) error {
		return c.run(1, func(r results) (err error) {
			if r.Values[0].Type() != lua.LTTable {
				return fmt.Errorf("expect the returned replica type is table but got %s", r.Values[0].Type())
			}
			status, err = r.tree(r.Values[0], false)
			return err
		}, object.Object)
	})
	return status, err
}

// InterpretHealth calls InterpretHealth with the object. The result is a boolean.
func (i healthInterpreter) InterpretHealth(ctx context.Context, object *unstructured.Unstructured) (healthy bool, err error) {
	err = i.do(ctx, object, func(c call) error {
		return c.run(1, func(r results) error {
			result, ok := r.Values[0].(lua.LBool)
			if !ok {
				return fmt.Errorf("expect the returned health type is boolean but got %s", r.Values[0].Type())
			}
			healthy = bool(result)
			return nil
		}, object.Object)
	})
	return healthy, err
}

// maxNames is how many customizations a name of an interpreter has.
const maxNames = 10

// InterpreterName implements [interpreter.Named].
func (b bound) InterpreterName() string {
	var names []string
	for _, s := range b.scripts[:min(len(b.scripts), maxNames)] {
		names = append(names, quoted(s.customization))
	}
	if more := len(b.scripts) - maxNames; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return "lua " + strings.Join(names, ", ")
}
