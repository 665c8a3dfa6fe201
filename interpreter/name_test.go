package interpreter_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/declared"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/interpreter/webhook"
)

// impostor calls itself native.
type impostor struct{ kinds }

func (impostor) InterpreterName() string { return "native" }

func (impostor) InterpretHealth(context.Context, *unstructured.Unstructured) (bool, error) {
	return true, nil
}

// TestNameNative has interpreters that call themselves native: only package native has that name.
func TestNameNative(t *testing.T) {
	t.Parallel()
	for _, i := range []interpreter.Interpreter{impostor{kinds{things}}, &impostor{kinds{things}}} {
		require.Equal(t, "github.com/overridekit/overridekit/interpreter_test", interpreter.NewRegistry(i).Name(things, interpreter.InterpretHealth))
	}
	anonymous := struct{ impostor }{impostor{kinds{things}}}
	require.Equal(t, "struct { interpreter_test.impostor }", interpreter.NewRegistry(anonymous).Name(things, interpreter.InterpretHealth))
}

func TestName(t *testing.T) {
	t.Parallel()
	declarations, err := declared.Interpreters(declared.Declaration{
		APIVersion: "apps/v1", Kind: "Deployment", Health: []declared.Condition{{Condition: "Available"}},
	})
	require.NoError(t, err)
	client := webhook.Client{ID: "config/w", Rules: []webhook.Rule{{
		Operations: []interpreter.Operation{interpreter.InterpretReplica}, APIGroups: []string{"apps"}, APIVersions: []string{"v1"}, Kinds: []string{"Deployment"},
	}}}
	webhooks, err := client.Interpreters()
	require.NoError(t, err)
	all := append(declarations, webhooks...)
	all = append(all, &judge{kinds: kinds{things}})
	r := interpreter.NewRegistry(append(all, native.Interpreters(time.Now)...)...)
	deployment := schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "Deployment"}

	for _, test := range []struct {
		name, want string
		kind       schema.GroupVersionKind
		op         interpreter.Operation
	}{
		{"the first that has the hook", "declared", deployment, interpreter.InterpretHealth},
		{"an interpreter with a name", `webhook "config/w"`, deployment, interpreter.InterpretReplica},
		{"only the last has the hook", "native", deployment, interpreter.ReviseReplica},
		{"a pointer", "interpreter_test", things, interpreter.InterpretHealth},
		{"no hook", "", things, interpreter.InterpretReplica},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, test.want, r.Name(test.kind, test.op))
		})
	}
	require.Empty(t, (*interpreter.Registry)(nil).Name(deployment, interpreter.InterpretHealth))
}
