package diff

import (
	"maps"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Difference is the difference of two plans. The JSON names are stable.
type Difference struct {
	Templates []Template `json:"templates,omitempty"` // sorted as the rows of a plan
	Works     []Work     `json:"works,omitempty"`     // sorted by namespace and name
	Warnings  Messages   `json:"warnings,omitzero"`   // of the plans, not of their rows
}

// Kind is what happens to a template, a binding or a Work.
type Kind string

// The kinds of changes.
const (
	Created Kind = "created"
	Changed Kind = "changed"
	Deleted Kind = "deleted"
	// Left: the second plan neither makes nor deletes it. What is stored, and what is in the clusters, does not change.
	Left Kind = "left"
)

// Template is the difference of a template.
type Template struct {
	Template override.Ref `json:"template"`
	Kind     Kind         `json:"change"` // Created or Deleted if the template itself is
	Claim    Claim        `json:"claim,omitzero"`
	Binding  *Binding     `json:"binding,omitempty"`  // nil: it does not change
	Replicas Count        `json:"replicas,omitzero"`  // of the template, if they differ
	Placed   Count        `json:"placed,omitzero"`    // of all its clusters together, if they differ
	Clusters []Cluster    `json:"clusters,omitempty"` // sorted by name
	Warnings Messages     `json:"warnings,omitzero"`
	Errors   Messages     `json:"errors,omitzero"`
}

// Claim has the policies of a template in the two plans, if they differ. An empty reference means no policy.
type Claim struct {
	Before override.Ref `json:"before,omitzero"`
	After  override.Ref `json:"after,omitzero"`
	Reason string       `json:"reason,omitempty"` // of the second plan
}

// Binding is the difference of a binding.
type Binding struct {
	Binding override.Ref `json:"binding"`
	Kind    Kind         `json:"change"`
	Reason  string       `json:"reason,omitempty"` // why it is Left
	// Changes is where a changed binding differs. It leaves out clusters, its own and those in requiredBy, which Template.Clusters has;
	// metadata of the API server; and the status, except the name of the affinity.
	Changes []Change `json:"changes,omitempty"`
}

// shownChanges returns the changes for people, without the annotation that repeats the placement.
func (b *Binding) shownChanges() []Change {
	if b == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(b.Changes), func(p Change) bool { return p.Path.Equal(appliedPlacementPath) })
}

var appliedPlacementPath = jsontree.Pointer{"metadata", "annotations", api.AppliedPlacementAnnotation}

// Count is a number of replicas in the two plans.
type Count struct {
	Before int64 `json:"before"`
	After  int64 `json:"after"`
}

// Cluster is a cluster that is a target of a template in only one plan, or with different replicas. An object without replicas has 0.
type Cluster struct {
	Name   string        `json:"name"`
	Op     jsontree.Verb `json:"op"` // add, remove, or replace for different replicas
	Before int32         `json:"before,omitempty"`
	After  int32         `json:"after,omitempty"`
}

// Messages has the warnings or errors that are in only one plan, sorted.
type Messages struct {
	Appeared []string `json:"appeared,omitempty"` // only in the second plan
	Gone     []string `json:"gone,omitempty"`     // only in the first plan
}

// Empty reports whether the plans are equal.
func (d *Difference) Empty() bool {
	return len(d.Templates) == 0 && len(d.Works) == 0 && d.Warnings.empty()
}

// Plans compares two plans. It does not write to them, and the difference shares no memory with them. A nil plan is empty.
//
//  1. Rows and bindings are compared by the name of their template. A template without binding, warning and error is not in the
//     difference, even if it is new or gone.
//  2. The clusters of an object are those of its binding, including those of bindings that require it, see [work.Targets]. Those of a
//     namespace are those of its row.
//  3. A binding that the second plan leaves is left unchanged, or changed if it has lost its clusters. One that is not in the second plan at
//     all is deleted with its template, or with the last binding that requires it. If the template is there, but no policy claims it
//     or it failed, the binding and the objects in the clusters are left unchanged.
//  4. A Work that is not in the second plan is deleted if its binding is, if its cluster is no longer a target, or if the plan lists it as
//     an orphan. Otherwise it is left unchanged. A Work that only the first plan deletes is not in the difference.
//
// Both plans must have the same options, except that one may have a stream of Works ([propagation.PlanOptions].StreamWorks). Each Work of a stream is made
// for the comparison only. Without manifests, no Works differ. Works that both plans share are not compared.
func Plans(before, after *propagation.Plan) *Difference {
	a, b := sideOf(before), sideOf(after)
	d := &Difference{Warnings: messageDifference(a.plan.Warnings, b.plan.Warnings)}
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

func messageDifference(before, after []string) Messages {
	return Messages{without(after, before), without(before, after)}
}

func (t Messages) empty() bool { return len(t.Appeared) == 0 && len(t.Gone) == 0 }

// without returns the strings that are not among others, sorted, each once.
func without(messages, others []string) []string {
	if len(messages) == 0 {
		return nil
	}
	known := make(map[string]bool, len(others))
	for _, m := range others {
		known[m] = true
	}
	var left []string
	for _, m := range messages {
		if !known[m] {
			left = append(left, m)
		}
	}
	slices.Sort(left)
	return slices.Compact(left)
}
