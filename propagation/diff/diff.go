package diff

import (
	"maps"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Difference is what a change moves: where one plan is not like the other. What is alike is not in it. The JSON names are stable.
type Difference struct {
	Templates []Template `json:"templates,omitempty"` // sorted as the rows of a plan
	Works     []Work     `json:"works,omitempty"`     // sorted by namespace and name
	Warnings  Texts      `json:"warnings,omitzero"`   // of the plans, not of a template
}

// Kind is what becomes of a template, a binding or a Work.
type Kind string

// What becomes of something.
const (
	Created Kind = "created"
	Changed Kind = "changed"
	Deleted Kind = "deleted"
	// Left: the second plan neither makes nor deletes it. What is stored, and what is in the clusters, stays as it is.
	Left Kind = "left"
)

// Template is what moves for a template.
type Template struct {
	Template override.Ref `json:"template"`
	Kind     Kind         `json:"change"` // created or deleted with the template itself
	Claim    Claim        `json:"claim,omitzero"`
	Binding  *Binding     `json:"binding,omitempty"`  // nil: it stays the same
	Replicas Count        `json:"replicas,omitzero"`  // of the template, if it is a workload and they are others
	Placed   Count        `json:"placed,omitzero"`    // of all its clusters together, if they are others
	Clusters []Cluster    `json:"clusters,omitempty"` // sorted by name
	Warnings Texts        `json:"warnings,omitzero"`
	Errors   Texts        `json:"errors,omitzero"`
}

// Claim is the policies that claim a template in one plan and in the other, if they are two. An empty one is none.
type Claim struct {
	Before override.Ref `json:"before,omitzero"`
	After  override.Ref `json:"after,omitzero"`
	Reason string       `json:"reason,omitempty"` // of the second plan
}

// Binding is what becomes of a binding.
type Binding struct {
	Binding override.Ref `json:"binding"`
	Kind    Kind         `json:"change"`
	Reason  string       `json:"reason,omitempty"` // why it is left
	// Places is where a changed binding differs, but for clusters, which are told by name, its own and those of the bindings that
	// require it; for what an API server writes into the metadata; and for all of the status but the name of the affinity.
	Places []Change `json:"places,omitempty"`
}

// told is the places for people: the annotation with the placement says the placement again.
func (b *Binding) told() []Change {
	if b == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(b.Places), func(p Change) bool { return p.Path.Equal(placementNote) })
}

var placementNote = jsontree.Pointer{"metadata", "annotations", api.AppliedPlacementAnnotation}

// Count is a number of replicas in one plan and in the other.
type Count struct {
	Before int64 `json:"before"`
	After  int64 `json:"after"`
}

// Cluster is a cluster that is a target of a template in one plan only, or with other replicas. What has no replicas has 0.
type Cluster struct {
	Name   string        `json:"name"`
	Op     jsontree.Verb `json:"op"` // add, remove, or replace for other replicas
	Before int32         `json:"before,omitempty"`
	After  int32         `json:"after,omitempty"`
}

// Texts is warnings or errors that appeared and that went, sorted.
type Texts struct {
	Appeared []string `json:"appeared,omitempty"`
	Went     []string `json:"went,omitempty"`
}

// Empty tells whether nothing moves.
func (d *Difference) Empty() bool {
	return d == nil || len(d.Templates) == 0 && len(d.Works) == 0 && d.Warnings.empty()
}

// Diff compares two plans. Neither is written, and the difference shares nothing with them. A nil plan is an empty one.
//
//  1. Rows and bindings meet by the name of their template. Of a template that nobody bound and that has no warning and no error, nothing
//     moves, be it new or gone.
//  2. Where an object goes is where its binding goes, those that require it included, as [work.Targets] has it.
//  3. A binding that the second plan does not have is deleted with its template, or with the last that required it. If the template
//     is still there, but nobody claims it or it failed, the binding is left, and so are the clusters: losing its policy takes no object
//     away from anybody.
//  4. A Work that the second plan does not have is deleted if its binding is, if its cluster is no target any more, or if the plan names
//     it as an orphan; otherwise it is left. A Work that only the first plan was about to delete is not told of.
//
// Plans can only be compared if they were made with the same options: without manifests, no Works differ.
func Plans(before, after *propagation.Plan) *Difference {
	a, b := sideOf(before), sideOf(after)
	d := &Difference{Warnings: textDifference(a.plan.Warnings, b.plan.Warnings)}
	refs := slices.AppendSeq(slices.Collect(maps.Keys(a.entries)), maps.Keys(b.entries))
	slices.SortFunc(refs, content.CompareRefs)
	for _, ref := range slices.Compact(refs) {
		if t, differs := templateDifference(ref, a, b); differs {
			d.Templates = append(d.Templates, t)
		}
	}
	d.Works = workDifferences(a, b)
	return d
}

func textDifference(before, after []string) Texts {
	return Texts{without(after, before), without(before, after)}
}

func (t Texts) empty() bool { return len(t.Appeared) == 0 && len(t.Went) == 0 }

// without is the texts that are not among others, sorted, each once.
func without(texts, others []string) []string {
	if len(texts) == 0 {
		return nil
	}
	known := make(map[string]bool, len(others))
	for _, text := range others {
		known[text] = true
	}
	var left []string
	for _, text := range texts {
		if !known[text] {
			left = append(left, text)
		}
	}
	slices.Sort(left)
	return slices.Compact(left)
}

// errorTexts takes joined errors apart.
func errorTexts(err error) []string {
	if err == nil {
		return nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []string{err.Error()}
	}
	var texts []string
	for _, e := range joined.Unwrap() {
		texts = append(texts, errorTexts(e)...)
	}
	if strings.Join(texts, "\n") != err.Error() { // it says more than its parts do
		return []string{err.Error()}
	}
	return texts
}
