package diff

import (
	"maps"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// Reveal returns a difference whose String and Markdown show all values, even those of Secrets. It shares memory with d.
func (d *Difference) Reveal() *Difference {
	c := *d
	c.Works = slices.Clone(d.Works)
	for i := range c.Works {
		c.Works[i].Changes = slices.Clone(c.Works[i].Changes)
		for j := range c.Works[i].Changes {
			c.Works[i].Changes[j].shown = nil
		}
	}
	return &c
}

// hiddenRegion returns the places of secret values in a Work: those that the plan hides in its manifests, also as objects of the kind of the
// template, which an override may have changed, and, if there are any, the annotations with the applied overrides, which have the values that
// these write.
func hiddenRegion(w *api.Work, s *side) redact.Region {
	var region redact.Region
	for i, manifest := range w.Spec.Workload.Manifests {
		region = region.With(s.plan.Hide.Of(selector.ObjectOf(manifest)).Below(manifestsPath.Index(i)))
		if ref := s.templateOf(w); ref != (override.Ref{}) && manifest != nil {
			as := maps.Clone(manifest)
			as["apiVersion"], as["kind"] = ref.APIVersion, ref.Kind
			region = region.With(s.plan.Hide.Of(selector.ObjectOf(as)).Below(manifestsPath.Index(i)))
		}
	}
	if len(region) == 0 {
		return nil
	}
	for _, key := range []string{api.AppliedOverridesAnnotation, api.AppliedClusterOverridesAnnotation, redact.LastApplied} {
		region = region.With(redact.Region{{"metadata", "annotations", key}})
	}
	return region
}

var manifestsPath = jsontree.Pointer{"spec", "workload", "manifests"}

// hideIn sets what String and Markdown show of changes in a region.
func hideIn(changes []Change, region redact.Region) {
	for i := range changes {
		p := &changes[i]
		if !region.Touches(p.Path) {
			continue
		}
		shown := [2]any{}
		switch p.Op {
		case jsontree.Add:
			shown[1] = region.Value(p.Path, p.New)
		case jsontree.Remove:
			shown[0] = region.Value(p.Path, p.Old)
		default:
			shown[0], shown[1] = region.Pair(p.Path, p.Old, p.New)
		}
		p.shown = &shown
	}
}

// shownValues returns the values as String and Markdown show them.
func (p Change) shownValues() (old, now any) {
	if p.shown != nil {
		return p.shown[0], p.shown[1]
	}
	return p.Old, p.New
}
