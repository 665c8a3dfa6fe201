package lua_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/lua"
)

// widget is the kind of all tests.
var widget = schema.GroupVersionKind{Group: "example.io", Version: "v1", Kind: "Widget"}

// customizationOf returns a customization of Widget with one script.
func customizationOf(name string, op interpreter.Operation, text string) lua.Customization {
	c := lua.Customization{}
	c.Name = name
	c.Spec.Target = lua.Target{APIVersion: "example.io/v1", Kind: "Widget"}
	script := &lua.Script{LuaScript: text}
	switch op {
	case interpreter.Retain:
		c.Spec.Customizations.Retention = script
	case interpreter.InterpretReplica:
		c.Spec.Customizations.ReplicaResource = script
	case interpreter.InterpretComponent:
		c.Spec.Customizations.ComponentResource = script
	case interpreter.ReviseReplica:
		c.Spec.Customizations.ReplicaRevision = script
	case interpreter.InterpretStatus:
		c.Spec.Customizations.StatusReflection = script
	case interpreter.AggregateStatus:
		c.Spec.Customizations.StatusAggregation = script
	case interpreter.InterpretHealth:
		c.Spec.Customizations.HealthInterpretation = script
	case interpreter.InterpretDependency:
		c.Spec.Customizations.DependencyInterpretation = script
	}
	return c
}

// noon is the time of the tests.
func noon() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

// options are those of the tests.
func options() lua.Options { return lua.Options{Now: noon, Random: func() int64 { return 1 << 61 }} }

// registryOf returns the registry of one script.
func registryOf(tb testing.TB, op interpreter.Operation, text string) *interpreter.Registry {
	tb.Helper()
	interpreters, err := lua.New(options(), customizationOf("widgets", op, text))
	require.NoError(tb, err)
	return interpreter.NewRegistry(interpreters...)
}
