package lua

import (
	"context"
	"errors"
	"fmt"
	"time"

	lua "github.com/yuin/gopher-lua"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/lua/internal/sandbox"
	"github.com/overridekit/overridekit/interpreter/lua/internal/value"
)

// MaxTime is the longest time that the script of a call, and the conversion of its arguments and results, may take. An earlier deadline of
// the context counts, too.
const MaxTime = time.Second

// call is a call of a hook.
type call struct {
	host   sandbox.Host
	script *script
	ctx    context.Context
}

// run runs a script with arguments, which are decoded JSON, and calls use with as many results.
func (c call) run(count int, use func(results) error, arguments ...any) error {
	if c.script.err != nil {
		return c.script.err
	}
	run := sandbox.Call{Host: c.host, Chunk: c.script.code, Function: FunctionOf(c.script.op), Arguments: arguments, Results: count}
	return sandbox.Run(c.ctx, run, func(r sandbox.Results) error { return use(results{r}) })
}

// results are what a script returns.
type results struct{ sandbox.Results }

// tree returns a result as decoded JSON. An empty table in it is decided by the references. If the result itself is an empty table, it is
// an empty list if isList, else an empty object.
func (r results) tree(v lua.LValue, isList bool, references ...any) (any, error) {
	tree, empties, err := r.View.FromLua(r.Context, v)
	if err != nil {
		return nil, err
	}
	if l, ok := tree.([]any); ok && len(l) == 0 {
		if isList {
			return tree, nil
		}
		return map[string]any{}, nil
	}
	if empties > 0 {
		return value.Resolve(r.Context, tree, references...)
	}
	return tree, nil
}

// object returns the first result as an object with a kind.
func (r results) object(references ...any) (*unstructured.Unstructured, error) {
	v := r.Values[0]
	if v.Type() != lua.LTTable {
		return nil, fmt.Errorf("expect the returned requires type is table but got %s", v.Type())
	}
	tree, err := r.tree(v, false, references...)
	if err != nil {
		return nil, err
	}
	content, ok := tree.(map[string]any)
	if !ok {
		return nil, errors.New("the result is a list, expected an object")
	}
	object := &unstructured.Unstructured{Object: content}
	if object.GroupVersionKind().Kind == "" {
		return nil, errors.New("the result has no kind, or an invalid apiVersion")
	}
	return object, nil
}

// do calls f for a script within the time of a call, and returns its error with the script and the object.
func (s *script) do(ctx context.Context, host sandbox.Host, object *unstructured.Unstructured, f func(call) error) error {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, cancel := context.WithTimeout(ctx, MaxTime)
	defer cancel()
	err := errNoObject
	if object != nil && object.Object != nil {
		err = f(call{host, s, ctx})
	}
	if err == nil {
		return nil
	}
	return interpreter.NewError(s.op, object, nil, s.fail(cause(ctx, err)))
}

var errNoObject = errors.New("the object is nil")
