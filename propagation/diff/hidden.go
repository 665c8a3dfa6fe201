package diff

import (
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/selector"
)

// Reveal is the difference with all values in its texts, also those of Secrets. It shares what is not a text with d.
func (d *Difference) Reveal() *Difference {
	if d == nil {
		return nil
	}
	c := *d
	c.Works = slices.Clone(d.Works)
	for i := range c.Works {
		c.Works[i].Places = slices.Clone(c.Works[i].Places)
		for j := range c.Works[i].Places {
			c.Works[i].Places[j].shown = nil
		}
	}
	return &c
}

// hiddenPlaces is where a Work holds secret values: the places of its manifests that either plan hides, and where there are some the notes
// on the override policies, which have the values that those write.
func hiddenPlaces(w *api.Work, plan *propagation.Plan) redact.Region {
	var region redact.Region
	for i, manifest := range w.Spec.Workload.Manifests {
		region = region.With(plan.Hide.Of(selector.ObjectOf(manifest)).Below(manifestsPath.Index(i)))
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

// hideIn says what texts show of the places where a Work differs.
func hideIn(places []Change, region redact.Region) {
	for i := range places {
		p := &places[i]
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

// texts is the values as texts show them.
func (p Change) texts() (old, now any) {
	if p.shown != nil {
		return p.shown[0], p.shown[1]
	}
	return p.Old, p.New
}
