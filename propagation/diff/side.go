package diff

import (
	"slices"

	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// side is one of the two plans, with indexes.
type side struct {
	plan      *propagation.Plan
	entries   map[override.Ref]*entry
	templates map[string]override.Ref                 // by the id of their binding
	left      map[override.Ref]api.Binding            // bindings that are left, by template
	works     map[override.Ref]*api.Work              // those that are left
	leftNames map[string]bool                         // their names
	spaces    map[string]override.Ref                 // namespaces by the name of their Works
	bound     map[types.NamespacedName][]override.Ref // templates by the namespace and name of their binding
}

func sideOf(p *propagation.Plan) *side {
	if p == nil {
		p = &propagation.Plan{}
	}
	s := &side{
		p, make(map[override.Ref]*entry, len(p.Rows)), make(map[string]override.Ref, len(p.Bindings)),
		make(map[override.Ref]api.Binding, len(p.Left.Bindings)), make(map[override.Ref]*api.Work, len(p.Left.Works)),
		map[string]bool{}, map[string]override.Ref{},
		make(map[types.NamespacedName][]override.Ref, len(p.Bindings)),
	}
	for _, row := range p.Rows {
		if row == nil {
			continue
		}
		ref := row.Template
		s.entry(ref).row = row
		if content.IsNamespace(ref) {
			s.spaces[api.WorkName(ref.Kind, "", ref.Name)] = ref
		}
	}
	for _, b := range p.Left.Bindings {
		if ref, valid := s.add(b); valid {
			s.left[ref] = b
		}
	}
	for _, b := range p.Bindings {
		if ref, valid := s.add(b); valid {
			if e := s.entries[ref]; e != nil && e.row.Binding != (override.Ref{}) {
				e.binding = b
			}
		}
	}
	for _, w := range p.Left.Works {
		if w != nil {
			s.works[w.Ref()], s.leftNames[w.Name] = w, true
		}
	}
	for ref, e := range s.entries {
		if e.bound() {
			at := e.bindingRef()
			name := types.NamespacedName{Namespace: at.Namespace, Name: at.Name}
			s.bound[name] = append(s.bound[name], ref)
		}
	}
	return s
}

// add indexes a binding and returns its template, or false if the binding is invalid.
func (s *side) add(b api.Binding) (override.Ref, bool) {
	if content.NoBinding(b) || content.CheckBinding(b) != nil {
		return override.Ref{}, false
	}
	ref := content.ResourceOf(b)
	if id := content.BindingID(b); id != "" {
		s.templates[id] = ref
	}
	return ref, true
}

func (s *side) entry(ref override.Ref) *entry {
	if s.entries[ref] == nil {
		s.entries[ref] = &entry{}
	}
	return s.entries[ref]
}

// get returns the entry of a template, or an empty one.
func (s *side) get(ref override.Ref) *entry {
	if e := s.entries[ref]; e != nil {
		return e
	}
	return &entry{}
}

// templateOf returns the template of a Work.
func (s *side) templateOf(w *api.Work) override.Ref {
	for _, key := range []string{api.BindingIDLabel, api.ClusterBindingIDLabel} {
		if ref, found := s.templates[w.Labels[key]]; found {
			return ref
		}
	}
	return s.spaces[w.Name]
}

// leavesNamespace reports whether a namespace that is not a template of the plan has Works that are left.
func (s *side) leavesNamespace(ref override.Ref) bool {
	return content.IsNamespace(ref) && s.leftNames[api.WorkName(ref.Kind, "", ref.Name)]
}

// requiring returns the templates of the bindings in requiredBy.
func (s *side) requiring(b api.Binding) []override.Ref {
	var refs []override.Ref
	for _, snapshot := range b.BindingSpec().RequiredBy {
		refs = append(refs, s.bound[types.NamespacedName{Namespace: snapshot.Namespace, Name: snapshot.Name}]...)
	}
	slices.SortFunc(refs, content.CompareRefs)
	return slices.Compact(refs)
}

// entry is a template in a plan.
type entry struct {
	row     *propagation.Row // nil: it has none
	binding api.Binding      // nil: it has none

	cachedTargets map[string]int32 // see targets
	cachedLeft    *string          // see left
	cachedErrors  *rowErrors       // see rowErrors
}

// targets returns the replicas by cluster, 0 if the object is not a workload. If a cluster is listed twice, the last entry counts. The caller
// must not write to the map.
func (e *entry) targets() map[string]int32 {
	if e.cachedTargets != nil {
		return e.cachedTargets
	}
	var list []api.TargetCluster
	switch {
	case e.binding != nil && !content.IsNamespace(content.ResourceOf(e.binding)): // every cluster gets a namespace
		list = work.Targets(e.binding.BindingSpec())
	case e.row != nil:
		list = e.row.Clusters
	}
	all := make(map[string]int32, len(list))
	for _, t := range list {
		if all[t.Name] = t.Replicas; e.replicas() == 0 {
			all[t.Name] = 0 // the replicas are those of the bindings that require it
		}
	}
	e.cachedTargets = all
	return all
}

func (e *entry) replicas() int32 {
	switch {
	case e.binding != nil:
		return e.binding.BindingSpec().Replicas
	case e.row != nil:
		return e.row.Replicas
	}
	return 0
}

func (e *entry) bound() bool { return e.bindingRef() != override.Ref{} }

func (e *entry) bindingRef() override.Ref {
	switch {
	case e.binding != nil:
		return e.binding.Ref()
	case e.row != nil && !e.row.Left:
		return e.row.Binding
	}
	return override.Ref{}
}

func (e *entry) policy() override.Ref {
	if e.row == nil {
		return override.Ref{}
	}
	return e.row.Policy
}

func (e *entry) warnings() []string {
	if e.row == nil {
		return nil
	}
	return e.row.Warnings
}

func (e *entry) errors() []string {
	if e.row == nil {
		return nil
	}
	return e.rowErrors().all
}
