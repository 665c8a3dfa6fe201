package lua_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
)

// A dependency with an empty label selector sorts like one without, and is not equal to any.
func TestEqualDependencies(t *testing.T) {
	hook, _ := registryOf(t, interpreter.InterpretDependency, `function GetDependencies(o) return {
		{apiVersion = "v1", kind = "Secret", name = "a"},
		{apiVersion = "v1", kind = "Secret", name = "a", labelSelector = {matchLabels = {}}},
		{apiVersion = "v1", kind = "Secret", name = "a"},
		{apiVersion = "v1", kind = "Secret", name = "a", labelSelector = {matchLabels = {}}}} end`).DependencyInterpreter(widget)
	all, err := hook.InterpretDependency(context.Background(), thing())
	require.NoError(t, err)
	var got []string
	for _, d := range all {
		got = append(got, fmt.Sprint(d.Name, " ", d.LabelSelector != nil))
	}
	require.Equal(t, []string{"a false", "a true", "a true"}, got)
}

// The order is that of Compare.
func TestDependencyOrder(t *testing.T) {
	hook, _ := registryOf(t, interpreter.InterpretDependency, `function GetDependencies(o) local t = {}
		for i = 1, 200 do t[i] = {apiVersion = "v" .. i % 2, kind = "K" .. i % 3, namespace = "n" .. i % 2, name = "m" .. i % 5,
			labelSelector = {matchLabels = {a = "x" .. i % 7}}} end
		return t end`).DependencyInterpreter(widget)
	all, err := hook.InterpretDependency(context.Background(), thing())
	require.NoError(t, err)
	require.Len(t, all, 200)
	require.True(t, slices.IsSortedFunc(all, interpreter.Dependency.Compare))
}
