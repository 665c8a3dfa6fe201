package lua

import (
	"cmp"
	"errors"
	"slices"
	"time"

	lua "github.com/yuin/gopher-lua"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/lua/internal/sandbox"
)

// Options are what scripts may use besides their arguments. The functions must be safe for concurrent use.
type Options struct {
	Now    func() time.Time // for os.time and os.date; if it is nil, they raise an error
	Random func() int64     // for math.random, from 0 on, such as rand.Int64; if it is nil, math.random raises an error
	Memory int              // the bytes that a call may count, see the package comment; 0 or less is MaxMemory
}

// MaxMemory is the default of [Options].Memory.
const MaxMemory = 512 << 20

func (o Options) host() sandbox.Host {
	if o.Memory <= 0 {
		o.Memory = MaxMemory
	}
	return sandbox.Host{Now: o.Now, Random: o.Random, Memory: o.Memory}
}

// New returns the interpreters of customizations, to be registered in this order, before all others. They are read-only and safe for
// concurrent use, and share nothing with the customizations.
//
//  1. Customizations are used in the order of their names. The order of the arguments counts only for equal names.
//  2. For an operation on a kind, the first script that is not empty counts. All scripts for InterpretDependency count, and their
//     results are united.
//  3. Kinds match exactly. A target that contains [interpreter.Any] has no interpreter.
//  4. A script that does not compile, or exceeds a limit of the package comment, is an error, which names its customization. All are
//     reported. The interpreters are complete nevertheless: the hook of such a script returns the error.
//
// Each script is compiled once.
func New(options Options, customizations ...Customization) ([]interpreter.Interpreter, error) {
	hooks, errs := merge(customizations)
	var all []interpreter.Interpreter
	for _, h := range hooks {
		all = append(all, h.interpreter(options.host()))
	}
	return all, errors.Join(errs...)
}

// hook is an operation on a kind, and its scripts.
type hook struct {
	interpreter.Hook
	scripts []*script
}

// script is a compiled script.
type script struct {
	customization string
	op            interpreter.Operation
	code          *lua.FunctionProto
	err           error // why there is no code
}

// fail returns an error of the script.
func (s *script) fail(err error) error {
	return &ScriptError{Customization: s.customization, Operation: s.op, Err: err}
}

// merge returns the hooks of customizations, and the errors of their scripts.
func merge(customizations []Customization) ([]*hook, []error) {
	sorted := make([]*Customization, len(customizations))
	for i := range customizations {
		sorted[i] = &customizations[i]
	}
	slices.SortStableFunc(sorted, func(a, b *Customization) int { return cmp.Compare(a.Name, b.Name) })
	var hooks []*hook
	var errs []error
	known := map[interpreter.Hook]*hook{}
	for _, c := range sorted {
		kind := c.Spec.Target.kind()
		if hasAny(kind) {
			continue
		}
		for _, op := range admissionOrder() {
			text := c.Spec.Customizations.Script(op)
			key := interpreter.Hook{Kind: kind, Operation: op}
			h, found := known[key]
			if text == "" || found && op != interpreter.InterpretDependency {
				continue
			}
			if !found {
				h = &hook{Hook: key}
				known[key] = h
				hooks = append(hooks, h)
			}
			s := &script{customization: c.Name, op: op}
			if s.code, s.err = compile(text); s.err != nil {
				errs = append(errs, s.fail(s.err))
			}
			h.scripts = append(h.scripts, s)
		}
	}
	return hooks, errs
}

// hasAny reports whether a part of a kind would be a wildcard in a registry.
func hasAny(kind schema.GroupVersionKind) bool {
	return kind.Group == interpreter.Any || kind.Version == interpreter.Any || kind.Kind == interpreter.Any
}
