package lua_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	glua "github.com/yuin/gopher-lua"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
)

// replicas is a usual script: the replicas, and what the pods need.
const replicas = `
local kube = require("kube")
function GetReplicas(obj)
  replica = obj.spec.replicas
  requirement = kube.accuratePodRequirements(obj.spec.template)
  return replica, requirement
end`

// retain is a usual script: fields that a member decides.
const retain = `
function Retain(desiredObj, observedObj)
  if observedObj.spec.paused ~= nil then
    desiredObj.spec.paused = observedObj.spec.paused
  end
  if observedObj.spec.suspend ~= nil then
    desiredObj.spec.suspend = observedObj.spec.suspend
  end
  if observedObj.status ~= nil then
    desiredObj.status = observedObj.status
  end
  return desiredObj
end`

// workload is an object of some 60 values.
func workload(tb testing.TB) *unstructured.Unstructured {
	tb.Helper()
	object := &unstructured.Unstructured{}
	require.NoError(tb, object.UnmarshalJSON([]byte(`{"apiVersion": "example.io/v1", "kind": "Widget",
		"metadata": {"name": "web", "namespace": "shop", "generation": 3, "labels": {"app": "web", "tier": "front"}, "annotations": {"a": "b"}},
		"spec": {"replicas": 3, "paused": false, "suspend": false, "selector": {"matchLabels": {"app": "web"}},
			"template": {"metadata": {"labels": {"app": "web"}}, "spec": {
				"nodeSelector": {"disk": "ssd"}, "tolerations": [{"key": "a", "operator": "Exists"}],
				"containers": [
					{"name": "app", "image": "nginx:1.27", "env": [{"name": "A", "value": "1"}, {"name": "B", "value": "2"}], "ports": [{"containerPort": 80}],
						"resources": {"requests": {"cpu": "250m", "memory": "64Mi"}, "limits": {"memory": "128Mi"}}},
					{"name": "log", "image": "log:2", "envFrom": [{"configMapRef": {"name": "settings"}}]}],
				"volumes": [{"name": "cache", "emptyDir": {}}, {"name": "secret", "secret": {"secretName": "token"}}]}}},
		"status": {"replicas": 3, "readyReplicas": 2, "observedGeneration": 3, "conditions": [{"type": "Ready", "status": "False"}]}}`)))
	return object
}

// BenchmarkGetReplicas and BenchmarkRetain compare a hook ("here") with a pooled state that compiles the script and converts through JSON at
// each call ("compiling"), as Karmada does.
func BenchmarkGetReplicas(b *testing.B) {
	object := workload(b)
	b.Run("here", func(b *testing.B) {
		hook, found := registryOf(b, interpreter.InterpretReplica, replicas).ReplicaInterpreter(widget)
		require.True(b, found)
		b.ReportAllocs()
		for b.Loop() {
			if n, needs, err := hook.InterpretReplica(context.Background(), object); err != nil || n != 3 || needs == nil {
				b.Fatal(n, needs, err)
			}
		}
	})
	b.Run("compiling", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			results, err := compiling(replicas, "GetReplicas", 2, object.Object)
			var needs interpreter.ReplicaRequirements
			if err != nil || results[0] != glua.LNumber(3) || decodeTable(results[1], &needs) != nil || needs.NodeClaim == nil {
				b.Fatal(results, err)
			}
		}
	})
}

func BenchmarkRetain(b *testing.B) {
	object := workload(b)
	b.Run("here", func(b *testing.B) {
		hook, found := registryOf(b, interpreter.Retain, retain).Retainer(widget)
		require.True(b, found)
		b.ReportAllocs()
		for b.Loop() {
			if _, err := hook.Retain(context.Background(), object, object); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("compiling", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			results, err := compiling(retain, "Retain", 1, object.Object, object.Object)
			var retained unstructured.Unstructured
			if err != nil || decodeTable(results[0], &retained, object.Object, object.Object) != nil {
				b.Fatal(err)
			}
		}
	})
}

// states are those of compiling.
var states = sync.Pool{New: func() any {
	L := glua.NewState()
	L.PreloadModule("kube", func(L *glua.LState) int {
		L.Push(L.SetFuncs(L.NewTable(), map[string]glua.LGFunction{"accuratePodRequirements": func(L *glua.LState) int {
			var tree map[string]any
			if err := decodeTable(L.CheckTable(1), &tree); err != nil {
				L.RaiseError("%v", err)
			}
			template, err := native.DecodeJSON("PodTemplateSpec", tree) // upstream decodes into the Go type
			if err != nil {
				L.RaiseError("%v", err)
			}
			needs, err := native.PodRequirements(template)
			if err != nil {
				L.RaiseError("%v", err)
			}
			L.Push(throughJSON(L, needs))
			return 1
		}}))
		return 1
	})
	return L
}}

// compiling compiles a script, runs it in a pooled state and calls a function.
func compiling(script, function string, results int, arguments ...any) ([]glua.LValue, error) {
	L, _ := states.Get().(*glua.LState)
	defer states.Put(L)
	ctx, cancel := context.WithTimeout(context.Background(), 1<<30)
	defer cancel()
	L.SetContext(ctx)
	if err := L.DoString(script); err != nil {
		return nil, err
	}
	var given []glua.LValue
	for _, v := range arguments {
		given = append(given, throughJSON(L, v))
	}
	if err := L.CallByParam(glua.P{Fn: L.GetGlobal(function), NRet: results, Protect: true}, given...); err != nil {
		return nil, err
	}
	var all []glua.LValue
	for i := range results {
		all = append(all, L.Get(i+1))
	}
	L.SetTop(0)
	return all, nil
}

// throughJSON converts a value to Lua by its JSON.
func throughJSON(L *glua.LState, v any) glua.LValue {
	text, err := json.Marshal(v)
	var tree any
	if err != nil || json.Unmarshal(text, &tree) != nil {
		return glua.LNil
	}
	return decodeTree(L, tree)
}

func decodeTree(L *glua.LState, v any) glua.LValue {
	switch v := v.(type) {
	case bool:
		return glua.LBool(v)
	case float64:
		return glua.LNumber(v)
	case string:
		return glua.LString(v)
	case []any:
		t := L.CreateTable(len(v), 0)
		for _, e := range v {
			t.Append(decodeTree(L, e))
		}
		return t
	case map[string]any:
		t := L.CreateTable(0, len(v))
		for key, e := range v {
			t.RawSetH(glua.LString(key), decodeTree(L, e))
		}
		return t
	}
	return glua.LNil
}

// decodeTable decodes a table by its JSON. It looks for empty lists in the result and in the references, as Karmada does.
func decodeTable(v glua.LValue, into any, references ...any) error {
	text, err := json.Marshal(encodedTable{v})
	if err != nil {
		return err
	}
	for _, reference := range references {
		text, err := json.Marshal(reference)
		var tree any
		if err != nil || json.Unmarshal(text, &tree) != nil {
			return err
		}
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		return err
	}
	return kjson.UnmarshalCaseSensitivePreserveInts(text, into)
}

// encodedTable writes a Lua value as JSON.
type encodedTable struct{ glua.LValue }

func (e encodedTable) MarshalJSON() ([]byte, error) {
	switch v := e.LValue.(type) {
	case glua.LBool:
		return json.Marshal(bool(v))
	case glua.LNumber:
		return json.Marshal(float64(v))
	case glua.LString:
		return json.Marshal(string(v))
	case *glua.LNilType:
		return []byte("null"), nil
	case *glua.LTable:
		switch first, _ := v.Next(glua.LNil); first.(type) {
		case glua.LString:
			object := map[string]encodedTable{}
			v.ForEach(func(key, e glua.LValue) { object[key.String()] = encodedTable{e} })
			return json.Marshal(object)
		case glua.LNumber:
			var list []encodedTable
			v.ForEach(func(_, e glua.LValue) { list = append(list, encodedTable{e}) })
			return json.Marshal(list)
		}
		return []byte("{}"), nil
	}
	return nil, errors.New("not JSON")
}
