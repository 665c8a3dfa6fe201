package declared_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/declared"
)

// FuzzHooks makes a declaration and objects out of the input's bytes and calls every hook. In addition to the checks of unwritten and all:
//
//  1. Interpreters refuses exactly what Validate refuses.
//  2. The order of the items does not matter, and aggregating them again changes nothing.
//  3. Retaining from the object itself returns the object, and retaining again changes nothing.
func FuzzHooks(f *testing.F) {
	for i := range 64 {
		f.Add([]byte(strings.Repeat(fmt.Sprintf("%c%c%c", i, i*7%61, i*i%59), 30+i)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := &source{data: data}
		d := s.declaration()
		made, err := declared.Interpreters(d)
		require.Equal(t, len(d.Validate()) > 0, err != nil, "%v", err)
		if err != nil {
			require.Nil(t, made)
			return
		}
		r := interpreter.NewRegistry(made...)
		object, observed := s.object(), s.object()
		var items []interpreter.StatusItem
		for i := range s.next(4) {
			items = append(items, interpreter.StatusItem{ClusterName: fmt.Sprint("c", i), Status: s.value(3)})
		}
		all(t, r, object, observed, items)
		if hook, ok := r.Retainer(thing); ok {
			kept, err := unwritten(t, func() (*unstructured.Unstructured, error) { return hook.Retain(context.Background(), object, observed) }, object, observed)
			if err == nil {
				again, err := hook.Retain(context.Background(), kept, observed)
				require.NoError(t, err)
				require.Equal(t, asJSON(t, kept), asJSON(t, again))
			}
			if self, err := hook.Retain(context.Background(), object, object); err == nil {
				require.Equal(t, asJSON(t, object), asJSON(t, self))
			}
		}
		if hook, ok := r.StatusAggregator(thing); ok {
			summed, err := unwritten(t, func() (*unstructured.Unstructured, error) {
				return hook.AggregateStatus(context.Background(), object, items)
			}, object, items)
			slices.Reverse(items)
			reversed, other := hook.AggregateStatus(context.Background(), object, items)
			require.Equal(t, fmt.Sprint(err), fmt.Sprint(other))
			require.Equal(t, asJSON(t, summed), asJSON(t, reversed))
			if err == nil {
				again, err := hook.AggregateStatus(context.Background(), summed, items)
				require.NoError(t, err)
				require.Equal(t, asJSON(t, summed), asJSON(t, again))
			}
		}
		if hook, ok := r.StatusInterpreter(thing); ok {
			_, _ = unwritten(t, func() (any, error) { return hook.InterpretStatus(context.Background(), object) }, object)
		}
		if hook, ok := r.ReplicaReviser(thing); ok {
			replicas := int64(s.next(9))
			_, _ = unwritten(t, func() (*unstructured.Unstructured, error) {
				return hook.ReviseReplica(context.Background(), object, replicas)
			}, object)
		}
	})
}

// FuzzDecode decodes any input. The result can be validated and compiled, or is refused.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{"", head + every, head + "---\n" + head, "a: *b", "- 1", "{}", "health: [{equals: 1e999}]", "kind: 1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		declarations, err := declared.Decode(strings.NewReader(text))
		if err != nil {
			require.Nil(t, declarations)
			return
		}
		for _, d := range declarations {
			_, err := declared.Interpreters(d)
			require.Equal(t, len(d.Validate()) > 0, err != nil)
		}
	})
}

// source makes values out of bytes. Without bytes every value is zero.
type source struct{ data []byte }

// next returns a number below n.
func (s *source) next(n int) int {
	if len(s.data) == 0 {
		return 0
	}
	b := s.data[0]
	s.data = s.data[1:]
	return int(b) % n
}

var tokens = []string{"a", "b", "0", "1", "conditions", "spec", "status", "~1", "-", "", "~"}

// pointer returns a pointer that exists in most cases.
func (s *source) pointer(root string) string {
	p := root
	for range s.next(3) + 1 {
		p += "/" + tokens[s.next(6)]
	}
	if s.next(40) == 1 {
		return tokens[s.next(len(tokens))] + "/" + tokens[s.next(len(tokens))]
	}
	return p
}

func (s *source) declaration() declared.Declaration {
	d := declared.Declaration{APIVersion: "example.io/v1", Kind: "Thing"}
	if s.next(2) == 1 {
		d.Replicas = declared.Replicas{Pointer: s.pointer("/spec"), Default: int32(s.next(3))}
	}
	if s.next(2) == 1 {
		d.Template = s.pointer("/spec")
	}
	for range s.next(3) {
		d.Retain = append(d.Retain, s.pointer(""))
	}
	for i := range s.next(4) {
		aggregations := []declared.Aggregation{declared.Sum, declared.Max, declared.Min, declared.Latest, declared.AllTrue, declared.Concatenate, declared.First, "", "none"}
		d.Status = append(d.Status, declared.StatusField{
			Pointer: "/status/" + tokens[i%2] + "/" + tokens[s.next(6)], Aggregate: aggregations[s.next(len(aggregations))], Report: s.next(4) > 0,
		})
	}
	for range s.next(3) {
		c := declared.Condition{Pointer: s.pointer("/status")}
		switch s.next(6) {
		case 0:
			c.Equals = s.value(1)
		case 1:
			c.EqualsPointer = s.pointer("/spec")
		case 2:
			least := int64(s.next(5)) - 2
			c.AtLeast = &least
		case 3:
			c.AtLeastPointer = s.pointer("/spec")
		default:
			c.Pointer, c.Condition = "", "a"
		}
		d.Health = append(d.Health, c)
	}
	for range s.next(2) {
		d.Dependencies = append(d.Dependencies, declared.Dependency{APIVersion: "v1", Kind: "Secret", NamePointer: s.pointer("/spec"), NamespacePointer: s.pointer("/spec")})
	}
	for i := range s.next(3) {
		d.Components = append(d.Components, declared.Component{Name: tokens[i], Replicas: declared.Replicas{Pointer: s.pointer("/spec")}, Template: s.pointer("/spec")})
	}
	return d
}

func (s *source) object() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "example.io/v1", "kind": "Thing", "spec": s.value(4), "status": s.value(4)}}
}

// value nests at most this deep.
func (s *source) value(depth int) any {
	if depth > 1 && s.next(4) > 0 {
		if s.next(5) == 0 {
			list := []any{}
			for range s.next(3) {
				list = append(list, s.value(depth-1))
			}
			return list
		}
		object := map[string]any{}
		for range s.next(5) {
			object[tokens[s.next(6)]] = s.value(depth - 1)
		}
		return object
	}
	return []any{
		nil, int64(1), int64(2), true, false, "a", "2024-01-01T00:00:00Z", "2023-12-31T23:00:00-01:00", 2.0, 0.5, int64(-1),
		int64(1<<63 - 1), map[string]any{"type": "a", "status": "True"}, []any{map[string]any{"type": "a", "status": "True"}}, []any{"b", int64(1), nil}, "",
	}[s.next(16)]
}
