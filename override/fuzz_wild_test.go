package override_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
)

// spoil puts values that are not JSON into the object of the source, and makes maps and lists refer to each other.
func (s *source) spoil() {
	values := wild()
	var containers []any
	for range 1 + s.below(6) {
		at := s.place()
		v := any(s.object)
		for _, token := range at[:len(at)-1] {
			m, ok := v.(map[string]any)
			if !ok {
				break
			}
			containers = append(containers, m)
			v = m[token]
		}
		m, ok := v.(map[string]any)
		if !ok || m == nil {
			m = s.object
		}
		value := values[s.below(len(values))]
		if n := len(containers); n > 0 && s.below(3) == 0 {
			value = containers[s.below(n)] // a map that is also elsewhere, or around the place
		}
		if key := at[len(at)-1]; key != "kind" || s.seldom() {
			m[key] = value
		}
	}
}

// FuzzWild explains policies for objects that are not JSON, with maps that are at several places or contain themselves. Apply and Explain
// must agree, must end and must not panic. If the object is JSON, all promises must hold.
func FuzzWild(f *testing.F) {
	every := 1
	if testing.Short() {
		every = 8
	}
	for i := 0; i < 64; i += every {
		f.Add([]byte(strings.Repeat(fmt.Sprintf("%c%c%c", i, i*7%61, i*i%59), 20+i)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1024 {
			return
		}
		s := &source{data: data}
		obj := s.newObject()
		policies := overridetest.Compile(t, s.policies()) // which needs the places of the original object
		s.spoil()
		selection := override.NewSet(policies...).Select(obj)
		requireAnswers(t, selection, "")
		requireSameChanges(t, selection)
	})
}

// requireSameChanges compares the explanation with the result, change by change.
func requireSameChanges(t *testing.T, s override.Selection) {
	t.Helper()
	result, err := s.Apply(overridetest.Member1)
	if err != nil {
		return
	}
	var explained, changes []string
	for _, p := range s.Explain(overridetest.Member1).Policies {
		for _, rule := range p.Rules {
			for _, step := range rule.Steps {
				for _, c := range step.Changes {
					explained = append(explained, c.Origin.String()+c.String())
				}
			}
		}
	}
	for _, c := range result.Changes() {
		changes = append(changes, c.Origin.String()+c.String())
	}
	require.Equal(t, changes, explained)
	obj, err := result.Object()
	if err != nil {
		return
	}
	again, err := result.Object()
	require.NoError(t, err)
	require.Equal(t, overridetest.AsJSON(t, obj.Object), overridetest.AsJSON(t, again.Object))
}
