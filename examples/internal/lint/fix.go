package lint

import (
	"encoding/json"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/selector"
)

// fixes prints fixes for people.
type fixes struct {
	policies map[override.Ref]*override.Policy
	secrets  *selector.ObjectIndex // the objects with hidden values
	masked   map[override.Ref]bool // policies that may cover one of them
	all      bool                  // any policy may, because one of them writes what identifies an object
}

func newFixes(in *input.Bundle, hide redact.Places) *fixes {
	x := &fixes{policies: map[override.Ref]*override.Policy{}, masked: map[override.Ref]bool{}}
	for _, p := range in.Policies {
		x.policies[p.Ref()] = p
	}
	var secrets []selector.Object
	for _, o := range in.Objects {
		if object := selector.ObjectOf(o.Object); len(hide.Of(object)) > 0 {
			secrets = append(secrets, object)
		}
	}
	x.secrets = new(selector.ObjectIndex).With(secrets...)
	x.all = len(hide.Of(selector.Object{APIVersion: "v1", Kind: "Secret"})) > 0 && renames(in)
	return x
}

// of returns the fix of a finding as it is printed. A fix for a policy that may cover a Secret has no values, because it may repeat what the
// policy writes there. If a policy writes what identifies an object, all policies may cover one.
func (x *fixes) of(f *finding) string {
	if !x.all && !x.mask(f.Policy) {
		return string(f.Fix)
	}
	var operations []map[string]any
	if json.Unmarshal(f.Fix, &operations) != nil {
		return redact.Mask
	}
	for _, operation := range operations {
		if _, has := operation["value"]; has {
			operation["value"] = redact.Mask
		}
	}
	text, err := json.Marshal(operations)
	if err != nil {
		return redact.Mask
	}
	return string(text)
}

// mask reports whether the policy covers an object with hidden values, or would if another policy changed its labels.
func (x *fixes) mask(of override.Ref) bool {
	masked, known := x.masked[of]
	if p := x.policies[of]; !known && p != nil {
		for range x.secrets.MatchRelabeled(p.Objects(), "") {
			masked = true
			break
		}
		x.masked[of] = masked
	}
	return masked
}
