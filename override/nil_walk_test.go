package override_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/selector"
	"github.com/overridekit/overridekit/testdata/exported"
)

// TestNilArguments calls everything with nil, zero values and absurd numbers. Each call must return a result, an error or an empty
// value.
func TestNilArguments(t *testing.T) {
	t.Parallel()
	var (
		set    *override.Set
		policy *override.Policy
		result *override.Result
		edits  *override.Edits
		in     override.Input
	)
	refuses := func(err error) { t.Helper(); require.Error(t, err); require.NotEmpty(t, err.Error()) }
	overrides := func(o override.Overrider, fails bool) func(*testing.T) {
		return func(t *testing.T) {
			for _, e := range []*override.Edits{nil, {}} {
				require.Equal(t, fails, o.Override(in, e) != nil)
			}
			p, err := override.NewPolicy(override.PolicySpec{Ref: override.Ref{Name: "p"}, Rules: []override.Rule{{Stages: override.Steps(override.Step{Overrider: o})}}})
			require.NoError(t, err)
			requireAnswers(t, override.NewSet(p).Select(nil), "")
		}
	}
	calls := map[string]func(t *testing.T){
		"NewSet":      func(t *testing.T) { requireAnswers(t, override.NewSet(nil, &override.Policy{}).Select(nil), "") },
		"Set.With":    func(*testing.T) { set.With(nil).With(&override.Policy{}).Select(nil) },
		"Set.Without": func(*testing.T) { set.Without(override.Ref{}).Select(nil) },
		"Set.Select":  func(t *testing.T) { requireAnswers(t, set.Select(nil), "") },
		"Set.Inventory": func(*testing.T) {
			for range set.Inventory(nil, nil) {
			}
		},
		"Selection.Apply": func(t *testing.T) {
			_, err := override.Selection{}.Apply(selector.Cluster{})
			refuses(err)
		},
		"Selection.Explain":  func(t *testing.T) { require.NotEmpty(t, override.Selection{}.Explain(selector.Cluster{}).String()) },
		"Selection.Missing":  func(t *testing.T) { require.Empty(t, override.Selection{}.Missing()) },
		"Selection.Variants": func(t *testing.T) { require.Empty(t, override.Selection{}.Variants(nil)) },
		"Selection.Each": func(*testing.T) {
			for range (override.Selection{}).Each(nil) {
			}
		},
		"Apply": func(t *testing.T) {
			_, err := override.Apply(nil, selector.Cluster{}, nil, nil)
			refuses(err)
		},
		"NewPolicy": func(t *testing.T) {
			_, err := override.NewPolicy(override.PolicySpec{})
			refuses(err)
			_, err = override.NewPolicy(override.PolicySpec{Ref: override.Ref{Name: "p"}, Tier: math.MaxInt})
			refuses(err)
			for _, o := range []override.Overrider{nil, (*overrider.Patch)(nil), override.OverriderFunc(nil), (*overrider.Image)(nil)} {
				_, err = override.NewPolicy(override.PolicySpec{Ref: override.Ref{Name: "p"}, Rules: []override.Rule{{}, {Stages: []override.Stage{nil, {nil, {{Overrider: o}}}}}}})
				refuses(err)
			}
		},
		"Policy.Covers": func(t *testing.T) { require.False(t, policy.Covers(selector.Object{})) },
		"Policy.Spec":   func(t *testing.T) { require.Zero(t, policy.Spec()) },
		"Policy.Scope":  func(t *testing.T) { require.Zero(t, policy.Scope()) },
		"ScopeOf": func(t *testing.T) {
			for _, o := range []override.Overrider{nil, (*overrider.Patch)(nil), override.OverriderFunc(nil), (*overrider.Image)(nil)} {
				require.Zero(t, override.ScopeOf(o))
			}
		},
		"AreaOf": func(t *testing.T) {
			for _, o := range []override.Overrider{nil, override.OverriderFunc(nil), (*overrider.Image)(nil)} {
				require.Zero(t, override.AreaOf(o))
			}
		},
		"KnownScope": func(t *testing.T) {
			for _, v := range []any{nil, (*overrider.Patch)(nil), override.OverriderFunc(nil)} {
				scope, known := override.KnownScope(v)
				require.Zero(t, scope)
				require.True(t, known)
			}
		},
		"ScopeAt": func(t *testing.T) {
			require.Equal(t, override.ScopeLabels|override.ScopeIdentity, override.ScopeAt(nil))
		},
		"Scope.Has":      func(t *testing.T) { require.False(t, override.Scope(0).Has(255)) },
		"Set.Covering":   func(t *testing.T) { require.Empty(t, set.Covering(selector.Object{})) },
		"Result.Origins": func(t *testing.T) { require.Len(t, result.Origins([]jsontree.Pointer{nil, {"a"}}), 2) },
		"Policy.Objects": func(t *testing.T) { require.Zero(t, policy.Objects()) },
		"Set.Len":        func(t *testing.T) { require.Zero(t, set.Len()) },
		"Set.Get":        func(t *testing.T) { _, found := set.Get(override.Ref{}); require.False(t, found) },
		"Set.All": func(*testing.T) {
			for range set.All() {
			}
		},
		"RefOf": func(t *testing.T) {
			for _, obj := range append(wildObjects(), nil) {
				override.RefOf(obj)
			}
			require.Zero(t, override.RefOf(nil))
		},
		"Unstructured": func(*testing.T) {
			_, err := override.Unstructured(nil, nil)
			refuses(err)
			_, err = override.Unstructured((*unstructured.Unstructured)(nil), runtime.NewScheme())
			refuses(err)
		},
		"Typed": func(*testing.T) {
			_, err := override.Typed[int](nil)
			refuses(err)
		},
		"Step.Validate": func(*testing.T) { refuses(override.Step{}.Validate()) },
		"Steps":         func(t *testing.T) { require.Empty(t, override.Steps()) },
		"Policy.Ref":    func(t *testing.T) { require.Zero(t, policy.Ref()) },
		"Policy.Tier":   func(t *testing.T) { require.Zero(t, policy.Tier()) },
		"Policy.Faults": func(t *testing.T) { require.Empty(t, policy.Faults()) },

		"Diverged":               func(t *testing.T) { require.NoError(t, override.Diverged("", "", nil)) },
		"OverriderFunc.Override": func(t *testing.T) { refuses(override.OverriderFunc(nil).Override(in, nil)) },
		"Fail":                   overrides(override.Fail(nil), true),
		"Ignore":                 overrides(override.Ignore(""), false),
		"Fault":                  func(t *testing.T) { require.NoError(t, override.Fault(nil)) },

		"Invalid":         func(t *testing.T) { require.NoError(t, override.Invalid(nil, nil)) },
		"List.Odd":        func(t *testing.T) { require.Equal(t, -1, override.List{}.Odd()) },
		"List.First":      func(t *testing.T) { require.Equal(t, -1, override.List{}.First("")) },
		"List.Append":     func(t *testing.T) { require.Empty(t, override.List{}.Append(nil, "")) },
		"List.All":        func(t *testing.T) { require.Empty(t, override.List{}.All(nil)) },
		"Input.Objects":   func(t *testing.T) { require.Equal(t, 0, in.Objects(wild(), nil).Odd()) },
		"Input.Strings":   func(t *testing.T) { require.Equal(t, 0, in.Strings(wild(), nil).Odd()) },
		"Input.CountText": func(t *testing.T) { require.NoError(t, in.CountText(nil, math.MaxInt)) },
		"Input.StringMap": func(t *testing.T) {
			for _, v := range wild() {
				m, err := in.StringMap(nil, v, true)
				require.Equal(t, err == nil, m != nil || v != nil && len(m) == 0 && err == nil)
			}
		},
		"Edits.Edit":        func(*testing.T) { refuses(edits.Edit("", nil, nil)) },
		"Edits.RemoveItems": func(*testing.T) { refuses(edits.RemoveItems(nil, []int{5})) },
		"Edits.Whole": func(t *testing.T) {
			require.NoError(t, edits.Whole(nil, func() error { return nil }))
		},
		"Input.Get":     func(t *testing.T) { _, found := in.Get(nil); require.False(t, found) },
		"Input.Object":  func(t *testing.T) { require.Zero(t, in.Object()) },
		"Input.Cluster": func(t *testing.T) { require.Zero(t, in.Cluster()) },
		"Input.ChangesSince": func(t *testing.T) {
			changes, asked := in.ChangesSince("")
			require.Empty(t, changes)
			require.False(t, asked)
		},
		"Edits.Add":       func(*testing.T) { refuses(edits.Add(nil, nil)) },
		"Edits.Remove":    func(*testing.T) { refuses(edits.Remove(nil)) },
		"Edits.Replace":   func(*testing.T) { refuses(edits.Replace(nil, nil)) },
		"Edits.Set":       func(*testing.T) { refuses(edits.Set(nil, nil)) },
		"Edits.Test":      func(*testing.T) { refuses(edits.Test(nil, nil)) },
		"Edits.Skip":      func(*testing.T) { edits.Skip("") },
		"Edits.Reject":    func(*testing.T) { edits.Reject(nil, nil) },
		"Edits.Diverge":   func(*testing.T) { edits.Diverge("", nil, "", "") },
		"Edits.DivergeAt": func(*testing.T) { edits.DivergeAt("", "", "") },
		"Edits.Warn":      func(*testing.T) { edits.Warn(nil, "") },

		"Result.Object": func(t *testing.T) {
			for _, r := range []*override.Result{nil, {}} {
				obj, err := r.Object()
				require.NoError(t, err)
				require.Equal(t, &unstructured.Unstructured{}, obj)
			}
		},
		"Variant.For": func(t *testing.T) {
			result, err := override.Variant{}.For("")
			require.NoError(t, err)
			require.Nil(t, result)
		},
		"Result.SharedContent": func(t *testing.T) { require.Nil(t, result.SharedContent()) },
		"Result.Cluster":       func(t *testing.T) { require.Empty(t, result.Cluster()) },
		"Result.Changes":       func(t *testing.T) { require.Empty(t, result.Changes()) },
		"Result.Applied":       func(t *testing.T) { require.Empty(t, result.Applied()) },
		"Result.Missing":       func(t *testing.T) { require.Empty(t, result.Missing()) },
		"Result.Skips":         func(t *testing.T) { require.Empty(t, result.Skips()) },
		"Result.Divergences":   func(t *testing.T) { require.Empty(t, result.Divergences()) },
		"Result.Warnings":      func(t *testing.T) { require.Empty(t, result.Warnings()) },
		"Result.Conflicts":     func(t *testing.T) { require.Empty(t, result.Conflicts()) },
		"Result.Blame":         func(t *testing.T) { _, found := result.Blame(nil); require.False(t, found) },
		"Result.JSONPatch": func(t *testing.T) {
			text, err := result.JSONPatch()
			require.NoError(t, err)
			require.Equal(t, "[]", string(text))
		},
		"Result.AppendJSON": func(t *testing.T) {
			for _, r := range []*override.Result{nil, {}, result} {
				text, err := r.AppendJSON([]byte("a"))
				require.NoError(t, err)
				require.Equal(t, "anull", string(text))
			}
		},
		"Result.AppendJSONPatch": func(t *testing.T) {
			text, err := result.AppendJSONPatch([]byte("a"))
			require.NoError(t, err)
			require.Equal(t, "a[]", string(text))
		},
		"Result.Hidden": func(t *testing.T) { require.Empty(t, result.Hidden()) },
		"Input.Hidden":  func(t *testing.T) { require.False(t, in.Hidden(nil)) },
		"Set.Referring": func(t *testing.T) { require.Empty(t, (*override.Set)(nil).Referring(nil).Select(nil).Missing()) },
		"Policy.GuardFaults": func(t *testing.T) {
			require.Empty(t, (*override.Policy)(nil).GuardFaults(override.Guard{Policies: override.GuardAll}))
		},
		"Policy.IdentityWrites":  func(t *testing.T) { require.Empty(t, (*override.Policy)(nil).IdentityWrites(override.Guard{})) },
		"WritesOf":               func(t *testing.T) { require.Empty(t, override.WritesOf(nil)) },
		"Set.Guard":              func(t *testing.T) { require.Zero(t, (*override.Set)(nil).Guard()) },
		"Set.Guarding":           func(t *testing.T) { require.NotNil(t, (*override.Set)(nil).Guarding(override.Guard{})) },
		"Guard.Guards":           func(t *testing.T) { require.False(t, override.Guard{}.Guards(override.Namespaced)) },
		"Guard.Owns":             func(t *testing.T) { require.False(t, override.Guard{}.Owns("")) },
		"GuardedPolicies.String": func(t *testing.T) { require.Equal(t, "none", override.GuardedPolicies(0).String()) },
		"Set.Hiding":             func(t *testing.T) { require.NotNil(t, (*override.Set)(nil).Hiding(nil).Hiding(redact.Nothing)) },
		"Change.Reveal":          func(t *testing.T) { require.Zero(t, override.Change{}.Reveal()) },
		"Conflict.Reveal":        func(t *testing.T) { require.Zero(t, override.Conflict{}.Reveal()) },
		"Result.AnnotatedYAML": func(t *testing.T) {
			text, err := result.AnnotatedYAML()
			require.NoError(t, err)
			require.Equal(t, "null\n", string(text))
		},

		"Explanation.MarshalJSON": func(t *testing.T) {
			for _, e := range []override.Explanation{{}, {Err: &override.Error{}}} {
				text, err := e.MarshalJSON()
				require.NoError(t, err)
				require.NotEmpty(t, text)
			}
			text, err := json.Marshal((*override.Explanation)(nil))
			require.NoError(t, err)
			require.Equal(t, "null", string(text))
		},
		"Explanation.String": func(t *testing.T) {
			require.Equal(t, "<nil>", fmt.Sprint((*override.Explanation)(nil)))
			require.NotEmpty(t, (&override.Explanation{Err: &override.Error{}, Conflicts: []override.Conflict{{}},
				Policies: []override.PolicyOutcome{{Rules: []override.RuleOutcome{{Steps: []override.StepOutcome{{Changes: []override.Change{{}}}}}}}}}).String())
		},
	}
	for name, call := range texts() {
		calls[name] = call
	}
	exported.Walk(t, calls)
}

// texts calls everything that returns a string, on zero values and on values that are not JSON.
func texts() map[string]func(t *testing.T) {
	nilError := (*override.Error)(nil)
	return map[string]func(t *testing.T){
		"Change.String": func(t *testing.T) {
			for _, v := range wild() {
				for _, op := range []jsontree.Verb{"", jsontree.Add, jsontree.Remove, jsontree.Replace} {
					require.NotEmpty(t, override.Change{Op: op, Old: v, New: v}.String())
				}
			}
		},
		"Write.String": func(t *testing.T) {
			for _, v := range wild() {
				require.NotEmpty(t, override.Write{Value: v}.String())
			}
		},
		"Change.MarshalJSON": func(*testing.T) {
			for _, v := range wild() {
				_, _ = override.Change{New: v}.MarshalJSON()
			}
		},
		"Write.MarshalJSON": func(*testing.T) {
			for _, v := range wild() {
				_, _ = override.Write{Value: v}.MarshalJSON()
			}
		},
		"Conflict.String":   func(t *testing.T) { require.NotEmpty(t, override.Conflict{}.String()) },
		"Divergence.String": func(t *testing.T) { require.NotEmpty(t, override.Divergence{}.String()) },
		"Warning.String":    func(t *testing.T) { require.NotEmpty(t, override.Warning{}.String()) },
		"Order.Why":         func(t *testing.T) { require.NotEmpty(t, override.Order("").Why()) },
		"Origin.String":     func(t *testing.T) { require.NotEmpty(t, override.Origin{}.String()) },
		"Ref.String":        func(t *testing.T) { require.Empty(t, override.Ref{}.String()) },
		"Tier.String":       func(t *testing.T) { require.NotEmpty(t, override.Tier(math.MinInt).String()) },
		"Tier.MarshalText": func(t *testing.T) {
			text, err := override.Tier(-1).MarshalText()
			require.NoError(t, err)
			require.NotEmpty(t, text)
		},
		"Error.Error": func(t *testing.T) {
			require.NotEmpty(t, nilError.Error())
			require.NotEmpty(t, (&override.Error{}).Error())
		},
		"Error.Unwrap": func(t *testing.T) {
			require.NoError(t, nilError.Unwrap())
			require.NotErrorIs(t, &override.Error{}, errors.ErrUnsupported)
		},
	}
}
