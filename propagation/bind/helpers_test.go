package bind_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	kjson "sigs.k8s.io/json"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// bindYAML reads YAML that is indented by tabs with the Go code, as JSON.
func bindYAML(t *testing.T, text string) []byte {
	t.Helper()
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimLeft(line, "\t"))
	}
	out, err := yaml.YAMLToJSONStrict([]byte(strings.Join(lines, "")))
	require.NoError(t, err, "%s", text)
	if string(out) == "null" {
		return nil
	}
	return out
}

// bindIndex returns an index of bindings.
func bindIndex(bindings ...*api.ResourceBinding) *bind.Index {
	x := &bind.Index{}
	for _, b := range bindings {
		x.Put(b)
	}
	return x
}

// distribution is what a call of Distribute has changed.
type distribution struct {
	*bind.Distributed
	Independent *api.ResourceBinding
	Changed     []string        // fields of Independent
	Attached    []bind.Attached // without reasons
}

// distributed distributes one binding in a batch of its own.
func distributed(in bind.DistributeInput, index *bind.Index) (done distribution, _ error) {
	if index == nil {
		index = &bind.Index{}
	}
	index.Put(in.Independent)
	batch := index.Batch()
	result, err := batch.Distribute(context.Background(), in)
	if result == nil {
		return done, err
	}
	done.Distributed, done.Independent = result, in.Independent
	planned, finishErr := batch.Finish()
	for _, p := range planned {
		stored := index.Get(p.Binding.Namespace, p.Binding.Name)
		changed := bind.ChangedFields(stored, p.Binding)
		if stored == in.Independent {
			done.Independent, done.Changed = p.Binding, changed
			continue
		}
		done.Attached = append(done.Attached, bind.Attached{Binding: p.Binding, Created: stored == nil, Changed: changed, Conflict: p.Conflict})
	}
	return done, errors.Join(err, finishErr)
}

// bindText returns a value as YAML, without empty fields.
func bindText(t *testing.T, v any) string {
	t.Helper()
	text, err := yaml.Marshal(bindLean(t, v))
	require.NoError(t, err)
	return string(text)
}

// bindRequireText compares with YAML that is indented by tabs with the Go code.
func bindRequireText(t *testing.T, want string, got any, reason string) {
	t.Helper()
	text, err := yaml.JSONToYAML(append([]byte(nil), bindYAML(t, want)...))
	require.NoError(t, err)
	require.Equal(t, string(text), bindText(t, got), reason)
}

// bindPolicy reads a PropagationPolicy shop/p, or a ClusterPropagationPolicy p, with a spec.
func bindPolicy(t *testing.T, cluster bool, spec string) api.PropagationSource {
	t.Helper()
	var policy api.PropagationSource = &api.PropagationPolicy{}
	meta := "metadata: {name: p, namespace: shop, labels: {propagationpolicy.karmada.io/permanent-id: p-id}}"
	if cluster {
		policy = &api.ClusterPropagationPolicy{}
		meta = "metadata: {name: p, labels: {clusterpropagationpolicy.karmada.io/permanent-id: p-id}}"
	}
	require.NoError(t, yaml.UnmarshalStrict(bindYAML(t, meta), policy))
	if text := bindYAML(t, spec); text != nil {
		require.NoError(t, yaml.UnmarshalStrict(text, policy.PropagationSpec()))
	}
	return policy
}

// bindObject decodes an object. It returns nil for null.
func bindObject(t *testing.T, text []byte) *unstructured.Unstructured {
	t.Helper()
	var content map[string]any
	if len(text) > 0 {
		require.NoError(t, kjson.UnmarshalCaseSensitivePreserveInts(text, &content))
	}
	if content == nil {
		return nil
	}
	return &unstructured.Unstructured{Object: content}
}

func bindBinding(t *testing.T, text []byte) api.Binding {
	t.Helper()
	var kind struct{ Kind string }
	require.NoError(t, json.Unmarshal(text, &kind))
	var b api.Binding = &api.ResourceBinding{}
	if kind.Kind == "ClusterResourceBinding" {
		b = &api.ClusterResourceBinding{}
	}
	require.NoError(t, kjson.UnmarshalCaseSensitivePreserveInts(text, b))
	return b
}

// bindStored returns a binding as a client reads it after it was stored, which changes the notation of quantities.
func bindStored(t *testing.T, b api.Binding) api.Binding {
	t.Helper()
	text, err := json.Marshal(b)
	require.NoError(t, err)
	read := bindBinding(t, text)
	content.RereadQuantities(read)
	return read
}

func bindRequireSame(t *testing.T, want json.RawMessage, got any) {
	t.Helper()
	require.Equal(t, bindLean(t, want), bindLean(t, got))
}

// bindLean returns a value as JSON, without empty fields and those that an API server sets.
func bindLean(t *testing.T, v any) any {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	var decoded any
	require.NoError(t, kjson.UnmarshalCaseSensitivePreserveInts(text, &decoded))
	return bindTrim(decoded)
}

func bindTrim(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, e := range v {
			if key == "creationTimestamp" && v["name"] != nil || key == "deletionTimestamp" {
				e = nil
			}
			if v[key] = bindTrim(e); v[key] == nil {
				delete(v, key)
			}
		}
		if len(v) == 0 {
			return nil
		}
	case []any:
		for i := range v {
			v[i] = bindTrim(v[i])
		}
		if len(v) == 0 {
			return nil
		}
	case string:
		if v == "" {
			return nil
		}
	}
	return v
}

// The labels with the ids of policies.
