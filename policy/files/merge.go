package files

import (
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/selector"
)

// Merge merges sources into one input, in their order.
//
//  1. A CustomResourceDefinition in one source counts for the objects in all of them, see [policy.Bundle.ApplyScopes].
//  2. Among policies, clusters, bindings or Works with the same name, the first is used. Any other is an error.
//  3. Objects with the same name are all used, with a warning.
//
// The report also has the reports of the sources. Neither result is nil. The sources are not written. The bundle shares its objects and
// policies with them: a caller must not write them.
func Merge(sources ...*Source) (*Bundle, *Report) { return new(Bundle).With(sources...) }

// With returns a copy of the bundle with further sources, as [Merge] returns it for all of them. The report is only about the further ones. It costs a
// copy of slices, where Merge looks at everything. The bundle is not written. Its copy shares objects and policies, as with Merge.
func (b *Bundle) With(sources ...*Source) (*Bundle, *Report) {
	m := &merger{bundle: &Bundle{Bundle: clipped(b.Bundle), places: newPlaces()}}
	m.bundle.places.before = b.places
	m.bundle.Objects = slices.Clone(b.Objects) // scopes write it
	begin := len(m.bundle.Objects)
	for _, source := range sources {
		m.report.add(&source.report)
		if source.bundle != nil {
			m.add(source)
		}
	}
	m.bundle.applyScopes()
	m.warnTwice(begin)
	return m.bundle, &m.report
}

// clipped returns a bundle whose slices are copied before a value is appended.
func clipped(b policy.Bundle) policy.Bundle {
	b.Policies, b.Clusters, b.Assumed = slices.Clip(b.Policies), slices.Clip(b.Clusters), slices.Clip(b.Assumed)
	b.Propagation, b.Overrides, b.ClusterObjects = slices.Clip(b.Propagation), slices.Clip(b.Overrides), slices.Clip(b.ClusterObjects)
	b.TaintPolicies, b.Defaulted, b.Unread = slices.Clip(b.TaintPolicies), slices.Clip(b.Defaulted), slices.Clip(b.Unread)
	b.Bindings, b.Works, b.KubeAdmiralOverrides = slices.Clip(b.Bindings), slices.Clip(b.Works), slices.Clip(b.KubeAdmiralOverrides)
	return b
}

// merger merges sources.
type merger struct {
	bundle   *Bundle
	report   Report
	objectIn []*Source // of each object that is new
}

// add adds the content of a source.
func (m *merger) add(s *Source) {
	again := map[override.Ref]bool{}
	for _, ref := range defined(s.bundle) {
		if first := m.bundle.places.file(ref); first != nil {
			again[ref] = true
			m.report.Errors = append(m.report.Errors, &Error{s.place(ref, ""), &AlreadyDefined{ref, first.place(ref, "")}})
			continue
		}
		m.bundle.places.files[ref] = s
	}
	for _, o := range slices.Concat(s.bundle.Objects, s.bundle.Unread) {
		if ref := override.RefOf(o); m.bundle.places.file(ref) == nil {
			m.bundle.places.files[ref] = s
		}
	}
	for range s.bundle.Objects {
		m.objectIn = append(m.objectIn, s)
	}
	from := *s.bundle
	if len(again) > 0 {
		removeDefined(&from, again)
	}
	b := m.bundle
	b.Documents += from.Documents
	b.Policies = append(b.Policies, from.Policies...)
	b.Clusters = append(b.Clusters, from.Clusters...)
	b.Objects = append(b.Objects, from.Objects...)
	b.Unread = append(b.Unread, from.Unread...)
	b.Assumed = append(b.Assumed, from.Assumed...)
	b.Defaulted = append(b.Defaulted, from.Defaulted...)
	b.Propagation = append(b.Propagation, from.Propagation...)
	b.Overrides = append(b.Overrides, from.Overrides...)
	b.ClusterObjects = append(b.ClusterObjects, from.ClusterObjects...)
	b.TaintPolicies = append(b.TaintPolicies, from.TaintPolicies...)
	b.Bindings = append(b.Bindings, from.Bindings...)
	b.Works = append(b.Works, from.Works...)
	b.KubeAdmiralOverrides = append(b.KubeAdmiralOverrides, from.KubeAdmiralOverrides...)
}

// defined returns the names of everything but objects. Objects that have only a generateName are skipped.
func defined(b *policy.Bundle) []override.Ref {
	var refs []override.Ref
	add := func(ref override.Ref) {
		if ref.Name != "" {
			refs = append(refs, ref)
		}
	}
	for _, p := range b.Policies {
		add(p.Ref())
	}
	for _, c := range b.Clusters {
		add(clusterRef(c))
	}
	for _, p := range b.Propagation {
		add(p.Ref())
	}
	for _, p := range b.TaintPolicies {
		add(p.Ref())
	}
	for _, binding := range b.Bindings {
		add(binding.Ref())
	}
	for _, w := range b.Works {
		add(w.Ref())
	}
	return refs
}

func clusterRef(c selector.Cluster) override.Ref { return ClusterRef(c.Name) }
